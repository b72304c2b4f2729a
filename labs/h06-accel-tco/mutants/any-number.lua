return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[n <= most; n *= 2)]==],
     [==[n <= most; n++)]==]},
  },
  fails = "correct",
  why = [[tensor parallelism divides heads: 1, 2, 4, not 3]],
}
