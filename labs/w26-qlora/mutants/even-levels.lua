return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"code += (NF4[j] + NF4[j + 1]) / 2 < x;",
     "code += (j - 7) / 7.5f < x;"},
  },
  fails = "correct", message = "code",
  why = "sixteen even levels: INT4, not NF4",
}
