return mutant {
  base = "reference", file = "transformer.c",
  replace = {
    {"    for (; i < in; i++)\n        for (int r = 0; r < 4; r++)\n"
     .. "            s[r][0] += bf16_float(w[r][i]) * x[i];\n",
     ""},
  },
  fails = "correct", message = "linear",
  why = "in is not always a multiple of the vector",
}
