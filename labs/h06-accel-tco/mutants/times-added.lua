return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[rest = larger(flops, bytes);]==],
     [==[rest = flops + bytes;]==]},
  },
  fails = "correct",
  why = [[arithmetic and reading overlap: a pass takes the longer of both]],
}
