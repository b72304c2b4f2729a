return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[book[(b * size + *code) * GROUP + i]]==],
     [==[book[(int64_t)*code * GROUP + i]]==]},
  },
  fails = "correct",
  why = "all codes look into the first codebook",
}
