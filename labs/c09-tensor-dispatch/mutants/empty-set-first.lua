return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    if (op < 0 || op >= OPS)
        return BAD;
    unsigned left]],
     [[    if (!set)
        return NO_KERNEL;
    if (op < 0 || op >= OPS)
        return BAD;
    unsigned left]]},
  },
  fails = "correct", message = "is not BAD",
  why = "finds no key before it sees that there is no such op",
}
