return mutant {
  base = "reference", file = "specdec.c",
  replace = {
    {"want < had && !rng_coin(r, want / had)", "want > had && !rng_coin(r, had / want)"},
  },
  fails = "correct", message = "mis",
  why = "q/p in place of p/q",
}
