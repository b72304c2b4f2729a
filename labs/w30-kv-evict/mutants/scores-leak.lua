return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[        free(e->score);
        free(e->spare);
]==],
     [==[        free(e->spare);
]==]},
  },
  fails = "sanitize",
  why = "evict_delete frees the struct and not what it holds",
}
