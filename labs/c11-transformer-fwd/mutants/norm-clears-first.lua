return mutant {
  base = "reference", file = "transformer.c",
  replace = {
    {"    float r = 1 / sqrtf(total(s) / (float)d + eps);\n",
     "    float r = 1 / sqrtf(total(s) / (float)d + eps);\n"
     .. "    memset(y, 0, (size_t)d * sizeof *y);\n"},
  },
  fails = "correct", message = "where y is x",
  why = "y may be x: what is cleared is what is still to be read",
}
