return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    if (s->tensor.storage->version != s->version)
        return STALE;
]],
     [[]]},
  },
  fails = "correct", message = "unsave",
  why = "never compares versions",
}
