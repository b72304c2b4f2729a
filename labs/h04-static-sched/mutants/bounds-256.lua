return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {[=[    for (int v = 0; v < n; v++) {
        most =]=],
     [=[    for (int v = 0; v < n && v < 256; v++) {
        most =]=]},
  },
  fails = "correct", message = "ss_bound",
  why = "has room for 256 nodes",
}
