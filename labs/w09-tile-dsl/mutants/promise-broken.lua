return mutant {
  base = "reference", file = "tiles.cu",
  replace = {{"if (F % 4 == 0 && ld % 4 == 0)", "if (ld >= F)"}},
  fails = "correct", message = "swiglu_tile",
  why = "promises 16-byte alignment for rows that begin anywhere",
}
