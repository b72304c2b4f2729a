return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"if (!is_device(t, src) || !is_device(t, dst) || p->relation",
     "if (t->kind[src] != IC_GPU || t->kind[dst] != IC_GPU || p->relation"},
  },
  fails = "correct", message = "staged is",
  why = "takes the limit for one of GPUs, and lets NICs reach everything",
}
