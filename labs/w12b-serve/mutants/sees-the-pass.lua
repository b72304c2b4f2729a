return mutant {
  base = "reference", file = "serve.c",
  replace = {
    {[==[e->values + first, at[t].pos + 1, s, e->score);]==],
     [==[e->values + first, at[n - 1].pos + 1, s, e->score);]==]},
  },
  fails = "correct", message = "mismatch: request",
  why = "every token looks as far as the last one of the pass: into the future, or into another one's past",
}
