return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"float x = s[(size_t)a * (size_t)E], y = s[(size_t)b * (size_t)E];",
     "float x = roundf(1e6f * s[(size_t)a * (size_t)E]), y = roundf(1e6f * s[(size_t)b * (size_t)E]);"},
  },
  fails = "correct", message = "tiny-scores",
  why = "scores are compared as integers of a millionth",
}
