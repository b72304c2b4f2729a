return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[=[by[g & 1][r]]=],
     [=[by[0 * g][r]]=]},
  },
  fails = "correct", message = "threefry2x32",
  why = "uses the first four rotations in all rounds",
}
