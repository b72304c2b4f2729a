return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"enum { STRIP = 64 };",
     "enum { STRIP = 512 };"},
    {[[    float *w = take(sizeof *w * (size_t)STRIP * (size_t)W->in);
    struct view x]],
     [[    float w[512 * (size_t)W->in];
    struct view x]]},
    {[[    give(w);
    if (!l)
        return;
    float *scaled]], [[    if (!l)
        return;
    float *scaled]]},
  },
  fails = "profile", message = "peak_B of fwd",
  why = "the base as floats lies on the stack, which the heap does not see",
}
