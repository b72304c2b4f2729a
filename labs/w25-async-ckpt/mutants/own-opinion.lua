return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[    return comm_agree(comm, !comm_broken(comm));]=],
     [=[    return !comm_broken(comm);]=]},
  },
  fails = "correct",
  why = "each rank goes by what came to itself: some do the step, and the others go back",
}
