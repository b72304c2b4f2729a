return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[furthest = f.verdict > furthest ? f.verdict : furthest;]==],
     [==[furthest = f.verdict;]==]},
  },
  fails = "correct",
  why = [[the reason is that of the n that came furthest, not of the last one]],
}
