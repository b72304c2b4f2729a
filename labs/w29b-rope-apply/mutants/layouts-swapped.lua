return mutant {
  base = "reference", file = "rope.cu",
  replace = {{[==[    if (layout == HALVES && hd % (2 * VEC) == 0)
        wide_halves]==],
               [==[    if (layout == NEIGHBOURS && hd % (2 * VEC) == 0)
        wide_halves]==]},
             {[==[    else if (layout == NEIGHBOURS && hd % VEC == 0)]==],
               [==[    else if (layout == HALVES && hd % VEC == 0)]==]}},
  fails = "correct",
  why = "neighbours where halves are asked for, and the other way round",
}
