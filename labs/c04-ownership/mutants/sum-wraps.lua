return mutant {
  base = "reference", file = "ownership.c",
  replace = {
    {"pad > room || n > room - pad)",
     "pad + n > room)"},
  },
  fails = "correct", message = "arena_alloc",
  why = "with n near SIZE_MAX the sum wraps and everything fits",
}
