return mutant {
  base = "reference", file = "serve.c",
  replace = {
    {[==[const float *turn = e->turn + at[t].pos * s->hd;]==],
     [==[const float *turn = e->turn + t * s->hd;]==]},
  },
  fails = "correct", message = "mismatch: request",
  why = "a token's position is its place in its own request, not in the pass",
}
