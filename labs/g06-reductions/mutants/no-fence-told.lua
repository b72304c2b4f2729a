return mutant {
  base = "reference", file = "reduce.cu", backend = "simt",
  replace = {{"        __threadfence(); /* first the sum, then the ticket that says it is there */\n", ""},
             {"    __threadfence();\n    v = 0;", "    v = 0;"}},
  fails = "sanitize", message = "race",
  why = "the sum is right here, and the emulator tells that no fence stands between it and the ticket",
}
