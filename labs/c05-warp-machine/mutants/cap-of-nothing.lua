return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[if (soon >= cfg->cap)]=], [=[if (m.clock && soon >= cfg->cap)]=]},
  },
  fails = "correct",
  why = "issues once before it looks at the cap",
}
