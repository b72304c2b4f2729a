return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
static void push(struct modes *m, int64_t shape, int64_t stride)]],
     [[
static void push(struct modes *m, int shape, int stride)]]},
  },
  fails = "correct", message = "coalesce",
  why = "keeps sizes and strides in int: offsets of a large tensor need 64 bits",
}
