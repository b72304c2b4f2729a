return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[    if (sum & 1)
]==],
     [==[    if (sum & 0)
]==]},
  },
  fails = "correct", message = "mismatch: point",
  why = "points of odd sum are taken for points of the lattice",
}
