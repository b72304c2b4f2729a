return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"size_t t = (size_t)T, d",
     [=[T = T < 128 ? T : 128;
    size_t t = (size_t)T, d]=]},
  },
  fails = "correct", message = "many-tokens",
  why = "buffers of the toy's 128 tokens, and what is over is left out",
}
