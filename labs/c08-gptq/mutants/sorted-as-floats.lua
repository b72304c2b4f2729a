return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[=[H[perm[at - 1] * k + perm[at - 1]] < H[j * k + j]]=],
     [=[(float)H[perm[at - 1] * k + perm[at - 1]] < (float)H[j * k + j]]=]},
  },
  fails = "correct", message = "case nearly-equal",
  why = "compares moments as floats",
}
