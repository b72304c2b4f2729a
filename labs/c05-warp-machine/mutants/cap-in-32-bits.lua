return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[[        if (soon >= cfg->cap) {]],
     [[        if (soon >= (int)cfg->cap) {]]},
  },
  fails = "correct",
  why = "keeps cap in 32 bits, and stops at once",
}
