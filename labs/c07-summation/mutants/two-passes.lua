return mutant {
  base = "reference", file = "summation.c",
  replace = {
    {"    for (int64_t k = 0; k < n; k++) {\n        float v = x[k];\n",
     "    for (int64_t k = 0; k < n; k++)\n        top = x[k] > top ? x[k] : top;\n" ..
     "    for (int64_t k = 0; k < n; k++) {\n        float v = x[k];\n"},
  },
  fails = "profile", message = "c_bytes",
  why = "first the largest, then the sum: the logits are read twice",
}
