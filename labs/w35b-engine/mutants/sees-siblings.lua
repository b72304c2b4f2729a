return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[.mask = mask[k], .ask = 1]==],
     [==[.mask = ~(uint64_t)0 >> (63 - k), .ask = 1]==]},
  },
  fails = "correct", message = "plain decoding says",
  why = "a guess sees all guesses before it, not its own path alone",
}
