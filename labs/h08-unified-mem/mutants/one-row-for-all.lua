return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[        row[b] = row[b] && t - last[b] <= lapse ? row[b] + 1 : 1;
        last[b] = t;]==],
     [==[
        row[b] = row[b] && t - last[0] <= lapse ? row[b] + 1 : 1;
        last[0] = t;]==]},
  },
  fails = "correct", message = "um_thrash",
  why = "faults of all blocks make one row",
}
