return mutant {
  base = "reference", file = "int8.cu", backend = "simt",
  replace = {{[[lower = mine + 8 < l.M ? l.sa[mine + 8] : 0;]],
              [[lower = upper;]]}},
  fails = "correct",
  why = "gives all rows of a lane the scale of its first: one scale for a tensor, nearly",
}
