return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"last < s->least) {",
     "last > s->least) {"},
  },
  fails = "profile",
  why = "keeps the slowest ring",
}
