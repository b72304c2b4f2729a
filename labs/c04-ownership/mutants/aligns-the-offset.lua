return mutant {
  base = "reference", file = "ownership.c",
  replace = {
    {"-(uintptr_t)at & (align - 1)",
     "-a->used & (align - 1)"},
  },
  fails = "correct", message = "arena_alloc",
  why = "memory that begins at an odd address stays odd",
}
