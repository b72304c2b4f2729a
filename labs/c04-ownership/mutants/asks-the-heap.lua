return mutant {
  base = "reference", file = "ownership.c",
  replace = {
    {"    a->used += pad + n;",
     "    sys_free(sys_alloc(n));\n" ..
     "    a->used += pad + n;"},
  },
  fails = "profile", message = "heap_calls",
  why = "one call of the heap for each block, however quickly it goes back",
}
