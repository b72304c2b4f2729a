return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"if (!is_device(t, src) || !is_device(t, dst) || p->relation",
     "if (p->relation"},
  },
  fails = "correct", message = "staged is",
  why = "stages copies from and to host memory, too",
}
