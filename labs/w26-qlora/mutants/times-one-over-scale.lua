return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"float s = nf4_scale(q, i / NF4_BLOCK); /* of both",
     "float s = nf4_scale(q, i / NF4_BLOCK), by = 1 / s; /* of both"},
    {"level_of(w[i] / s)",
     "level_of(w[i] * by)"},
    {"level_of(w[i + 1] / s)",
     "level_of(w[i + 1] * by)"},
  },
  fails = "correct", message = "quotients",
  why = "a product with the reciprocal for a quotient: beside a midpoint the other level",
}
