return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {"        out[n++] = p->op[k];",
     "        if (k < p->n - 1)\n            out[n++] = p->op[k];"},
  },
  fails = "correct", message = "um_place",
  why = "the last access of a trace is lost",
}
