return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"s.crc != state_crc(state) || s.version",
     "s.version"},
  },
  fails = "correct", message = "with one bit changed",
  why = "a state is believed if its version is right",
}
