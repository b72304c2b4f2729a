return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"!is_device(t, dst) || p->relation <= t->p2p)",
     "!is_device(t, dst))"},
  },
  fails = "correct", message = "staged is",
  why = "stages all that has no NVLink",
}
