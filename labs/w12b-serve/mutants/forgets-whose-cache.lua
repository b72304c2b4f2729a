return mutant {
  base = "reference", file = "serve.c",
  replace = {
    {"((ptrdiff_t)(at[t].seat * s->L + l) * s->ctx + at[t].pos) * kv", "((ptrdiff_t)l * s->ctx + at[t].pos) * kv"},
    {"(ptrdiff_t)(at[t].seat * s->L + l) * s->ctx * kv", "(ptrdiff_t)l * s->ctx * kv"},
  },
  fails = "correct", message = "mismatch: request",
  why = "one cache for everybody: alone the server is right",
}
