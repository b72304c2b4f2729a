return mutant {
  base = "reference", file = "specdec.c",
  replace = {
    {"    for (int j = 0; j < K; j++, p += V, q += V) {",
     "    if (K > 0) {\n        out[0] = rng_pick(r, p, V, 1);\n        return 1;\n    }\n" ..
     "    for (int j = 0; j < K; j++, p += V, q += V) {"},
  },
  fails = "correct", message = "mismatch: yield",
  why = "the right law, one token at a time: plain decoding at a higher price",
}
