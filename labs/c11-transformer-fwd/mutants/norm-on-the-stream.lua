return mutant {
  base = "reference", file = "transformer.c",
  replace = {
    {[[norms(r->h, r->x, w->norm1, s, n);]],
     [[norms(r->x, r->x, w->norm1, s, n);
    memcpy(r->h, r->x, (size_t)n * (size_t)s.d * sizeof(float));]]},
  },
  fails = "correct", message = "stream after layer 0",
  why = "the stream itself is not normalised: the branch is",
}
