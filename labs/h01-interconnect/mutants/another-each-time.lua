return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"    struct search s = {", "    static int turn = 0;\n    struct search s = {"},
    {"        order[i] = s.gpu[s.best[i]];",
     "        order[i] = s.gpu[s.best[(i + turn) % s.n]];\n    turn++;"},
  },
  fails = "correct", message = "asked for twice",
  why = "begins the ring elsewhere each time",
}
