return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"        delay += first / t->copy_Bps;",
     "        delay += 0 * first / t->copy_Bps;"},
  },
  fails = "correct", message = "ends at",
  why = "has the first chunk of pageable memory in its buffer at once",
}
