return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"        if (r.rx != c.from || !r.tx) {",
     "        if ((k && r.rx != c.from) || !r.tx) {"},
  },
  fails = "correct",
  why = "the first router takes the word from any side",
}
