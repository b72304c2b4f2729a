return mutant {
  base = "reference", file = "specdec.c",
  replace = {
    {"    out[K] = rng_pick(r, p, V, 1);\n    return K + 1;",
     "    if (K == 0)\n        out[K++] = rng_pick(r, p, V, 1);\n    return K;"},
  },
  fails = "correct", message = "mismatch: yield",
  why = "the target's last row is paid for and not used",
}
