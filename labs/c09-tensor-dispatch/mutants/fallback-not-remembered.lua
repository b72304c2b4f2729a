return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    for (int op = 0; op < OPS; op++)
        remember(d, op);
]],
     [[]]},
  },
  fails = "correct",
  why = "works out what falls through when a kernel is registered, and not when a fallback is",
}
