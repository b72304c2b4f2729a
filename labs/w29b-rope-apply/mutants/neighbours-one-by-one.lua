return mutant {
  base = "reference", file = "rope.cu", backend = "simt",
  replace = {{[==[    else if (layout == NEIGHBOURS && hd % VEC == 0)]==],
               [==[    else if (layout == NEIGHBOURS && hd == VEC)]==]}},
  fails = "profile", message = "gate-near",
  why = "right, but only halves go 16 bytes at a time",
}
