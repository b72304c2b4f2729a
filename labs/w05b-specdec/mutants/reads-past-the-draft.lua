return mutant {
  base = "reference", file = "specdec.c",
  replace = {
    {"    out[K] = rng_pick(r, p, V, 1);",
     "    out[K] = draft[K];\n" ..
     "    out[K] = rng_pick(r, p, V, 1 + 0 * (out[K] & 1));"},
  },
  fails = "sanitize", message = "heap-buffer-overflow",
  why = "there are K drafts and K + 1 rows",
}
