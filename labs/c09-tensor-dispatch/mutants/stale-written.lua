return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    if (s->tensor.storage->version != s->version)
        return STALE;]],
     [[    *ret = s->tensor;
    if (s->tensor.storage->version != s->version)
        return STALE;]]},
  },
  fails = "correct", message = "unsave: writes *ret",
  why = "hands the stale tensor over with the message, owned by nobody",
}
