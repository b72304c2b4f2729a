return mutant {
  base = "reference", file = "ownership.c",
  replace = {
    {"outer >= 0 && outer <= inner",
     "outer >= 0 && inner >= 0"},
  },
  fails = "correct", message = "arena_may_point",
  why = "a pointer into an inner scope is kept past its end",
}
