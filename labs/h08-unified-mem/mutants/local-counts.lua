return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[        if (what[k] == UM_LOCAL || t < until[b])
            continue;]==],
     [==[
        if (t < until[b])
            continue;]==]},
  },
  fails = "correct", message = "um_thrash",
  why = "accesses where the block lies count for its row",
}
