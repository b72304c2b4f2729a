return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[return (int32_t)a < (int32_t)b;]=], [=[return (a - b) >> 31;]=]},
  },
  fails = "correct",
  why = "compares by the sign of a difference, which overflows",
}
