return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{[[    if (row < R) {
        if (C]],
              [[    {
        if (C]]}},
  fails = "correct", message = "illegal-address", backend = "simt",
  why = "copies rows that are not there: harmless where memory goes on, so one says",
}
