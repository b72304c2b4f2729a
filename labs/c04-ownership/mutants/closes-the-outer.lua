return mutant {
  base = "reference", file = "ownership.c",
  replace = {
    {"    if (s.depth + 1 < a->depth)\n" ..
     "        return OWN_BUSY;\n" ..
     "    a->depth--;",
     "    a->depth = s.depth;"},
  },
  fails = "correct", message = "arena_close",
  why = "an outer scope is closed under an open one: its pointers dangle",
}
