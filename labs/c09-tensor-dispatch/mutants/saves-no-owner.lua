return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    share(t, &ret->tensor);
    ret->version]],
     [[    ret->tensor = *t;
    ret->version]]},
  },
  fails = "correct",
  why = "keeps a saved tensor without being an owner: its memory may be gone before backward",
}
