return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"(int8_t)rintf((most[b] - q->mean) / (far / 127))",
     "(int8_t)((most[b] - q->mean) / (far / 127))"},
  },
  fails = "correct", message = "scale",
  why = "scales are cut off instead of rounded",
}
