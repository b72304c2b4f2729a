return mutant {
  base = "reference", file = "mixed.c",
  replace = {
    {[==[uint32_t up = (u + 0x7fff + (u >> 16 & 1)) >> 16;]==],
     [==[uint32_t up = u >> 16;]==]},
  },
  fails = "correct", message = "in bf16",
  why = "cutting the lower half rounds towards zero, and a run of such steps drifts",
}
