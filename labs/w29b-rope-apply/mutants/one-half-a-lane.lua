return mutant {
  base = "reference", file = "rope.cu", backend = "simt",
  replace = {{[==[    if (layout == HALVES && hd % (2 * VEC) == 0)
        wide_halves]==],
               [==[    if (layout == HALVES && hd == 2 * VEC)
        wide_halves]==]}},
  fails = "profile", message = "g_ld_req",
  why = "right, two bytes a load",
}
