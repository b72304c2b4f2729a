return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"(int8_t)rintf((most[b]",
     "(int8_t)roundf((most[b]"},
  },
  fails = "correct", message = "scale",
  why = "a scale in the middle of two steps goes away from 0, not to the even one",
}
