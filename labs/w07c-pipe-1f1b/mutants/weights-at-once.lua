return mutant {
  base = "reference", file = "pipe.c",
  replace = {
    {"        if (i >= s)\n            n = put(out, n, PIPE_W, 0, i - s);",
     "        n = put(out, n, PIPE_W, 0, i);"},
    {"    for (int i = m > s ? m - s : 0; i < m; i++)\n        n = put(out, n, PIPE_W, 0, i);\n",
     ""},
  },
  fails = "profile", message = "makespan",
  why = "the last holes stay empty: no W is left to fill them",
}
