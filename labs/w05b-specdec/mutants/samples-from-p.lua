return mutant {
  base = "reference", file = "specdec.c",
  replace = {
    {"            double total = residual(p, q, V, work);\n            out[j] = rng_pick(r, work, V, total);",
     "            (void)work, (void)residual;\n            out[j] = rng_pick(r, p, V, 1);"},
  },
  fails = "correct", message = "mismatch: law",
  why = "a refused token is replaced from p, so what the draft likes comes too often",
}
