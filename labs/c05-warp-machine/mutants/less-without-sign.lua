return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[return (int32_t)a < (int32_t)b;]=], [=[return a < b;]=]},
  },
  fails = "correct",
  why = "compares without signs",
}
