return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[=[H[perm[at - 1] * k + perm[at - 1]] < H[j * k + j]]=],
     [=[H[perm[at - 1] * k + perm[at - 1]] <= H[j * k + j]]=]},
  },
  fails = "correct", message = "mismatch: perm",
  why = "of equal moments takes the later input first",
}
