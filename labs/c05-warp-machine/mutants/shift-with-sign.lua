return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[return a >> (b & 31);]=], [=[return (uint32_t)((int32_t)a >> (b & 31));]=]},
  },
  fails = "correct",
  why = "shifts the sign in from the left",
}
