return mutant {
  base = "reference", file = "ownership.c",
  replace = {
    {"(uint8_t)++s->gen };",
     "(uint8_t)s->gen };"},
  },
  fails = "correct", message = "own_push",
  why = "a memcpy of the handle still works after the move",
}
