return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"rintf((most[b] - q->mean) / (far / 127))",
     "rintf((most[b] - q->mean) * (1 / (far / 127)))"},
  },
  fails = "correct", message = "scale",
  why = "a product with the reciprocal of the step: of ties of scales some are none",
}
