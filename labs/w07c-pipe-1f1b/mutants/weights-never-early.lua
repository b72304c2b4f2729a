return mutant {
  base = "reference", file = "pipe.c",
  replace = {
    {"        if (i >= s)\n            n = put(out, n, PIPE_W, 0, i - s);\n",
     ""},
    {"    for (int i = m > s ? m - s : 0; i < m; i++)",
     "    for (int i = 0; i < m; i++)"},
  },
  fails = "correct", message = "in flight, at most",
  why = "what a W needs is kept until it has run",
}
