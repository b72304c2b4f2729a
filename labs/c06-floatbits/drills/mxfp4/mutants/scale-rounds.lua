return mutant {
  base = "reference", file = "mxfp4.c",
  replace = {{"    int field = (int)(amax >> 23);\n    return",
              "    int field = (int)((amax + (1u << 22)) >> 23);\n    return"}},
  fails = "correct", message = "the scale of block",
  why = "log2 of amax is rounded, not cut: less saturates, and no other encoder agrees",
}
