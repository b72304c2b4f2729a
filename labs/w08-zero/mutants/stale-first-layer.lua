return mutant {
  base = "reference", file = "zero.c",
  replace = {
    {"    drop(z, l);\n    if (z->layer[l].frozen)",
     "    if (l > 0)\n        drop(z, l);\n    if (z->layer[l].frozen)"},
  },
  fails = "correct", message = "mismatch: w",
  why = "leaves the first layer's weights where they are, since they are needed next: but the step changes them",
}
