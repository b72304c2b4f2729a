return mutant {
  base = "reference", file = "transformer.c",
  replace = {
    {[[rmsnorm(r->h, r->stream + (size_t)s.L * (size_t)s.d, m->normf, s.d, s.eps);]],
     [[memcpy(r->h, r->stream + (size_t)s.L * (size_t)s.d, (size_t)s.d * sizeof(float));]]},
  },
  fails = "correct", message = "logits after position",
  why = "one more norm stands between the last layer and the head",
}
