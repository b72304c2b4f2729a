return mutant {
  base = "reference", file = "summation.c",
  replace = {
    {"    if (n <= LEAF)\n        return leaf(n, x);\n",
     "    if (n > LEAF) {\n" ..
     "        float *half = malloc((size_t)(n / 2 + 1) * sizeof *half);\n" ..
     "        for (int64_t k = 0; half && k < n / 2; k++)\n" ..
     "            half[k] = x[2 * k] + x[2 * k + 1];\n" ..
     "        half[n / 2] = n % 2 ? x[n - 1] : 0;\n" ..
     "        float r = sm_pairwise(n / 2 + 1, half);\n" ..
     "        free(half);\n" ..
     "        return r;\n" ..
     "    }\n" ..
     "    return leaf(n, x);\n"},
    {"    int64_t half = (n / 2 + LEAF - 1) / LEAF * LEAF; /* whole leaves on the left */\n" ..
     "    return sm_pairwise(half, x) + sm_pairwise(n - half, x + half);\n", ""},
  },
  fails = "profile", message = "c_bytes",
  why = "level by level through arrays: every level is stored and read again",
}
