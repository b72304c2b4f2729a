return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[        if (row[b] > threshold) {]==],
     [==[        if (row[b] >= threshold) {]==]},
  },
  fails = "correct", message = "um_thrash",
  why = "pins one fault too early",
}
