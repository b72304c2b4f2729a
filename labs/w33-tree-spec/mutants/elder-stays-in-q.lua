return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[left -= without ? q[x] : 0;]==],
     [==[left -= without > 1 ? q[x] : 0;]==]},
  },
  fails = "correct", message = "mismatch: law",
  why = "drawn without replacement, the second child comes from a q without the first",
}
