return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"if (!i || by_pair(f.pair[i], f.pair[i - 1])) {",
     "if (i >= 0) {"},
  },
  fails = "correct", message = "pair",
  why = "a pair that agrees in two bands is named twice",
}
