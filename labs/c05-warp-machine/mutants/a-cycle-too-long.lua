return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[        if (soon >= cfg->cap) {]=], [=[        if (soon > cfg->cap) {]=]},
  },
  fails = "correct",
  why = "issues once more in the cycle of the cap",
}
