return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[<= limit / 2)]=],
     [=[<= limit * 20)]=]},
  },
  fails = "profile",
  why = [[a pass takes as long as a prompt, and whoever comes meanwhile waits for its end]],
}
