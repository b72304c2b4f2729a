return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"    if (c->pageable) {",
     "    if (c->pageable > 1) {"},
  },
  fails = "correct", message = "ends at",
  why = "takes pageable memory for pinned",
}
