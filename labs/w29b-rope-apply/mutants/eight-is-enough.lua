return mutant {
  base = "reference", file = "rope.cu",
  replace = {{[==[    if (layout == HALVES && hd % (2 * VEC) == 0)]==],
               [==[    if (layout == HALVES && hd % VEC == 0)]==]},
             {[==[int pieces = hd / (2 * VEC), groups]==],
               [==[int pieces = hd < 2 * VEC ? 1 : hd / (2 * VEC), groups]==]}},
  fails = "correct",
  why = "hd is a multiple of 8, but half of it is not: the last channels are left, and loads are not aligned",
}
