return mutant {
  base = "reference", file = "specdec.c",
  replace = {
    {"want < had && !rng_coin(r, want / had)", "want < had"},
  },
  fails = "correct", message = "mismatch: law",
  why = "accepts whatever the target likes at least as well, with no coin",
}
