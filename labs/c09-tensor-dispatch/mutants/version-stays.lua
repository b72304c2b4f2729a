return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    t->storage->version++;
]],
     [[]]},
  },
  fails = "correct", message = "version",
  why = "changes data in place and counts no version: what was saved is taken for what it was",
}
