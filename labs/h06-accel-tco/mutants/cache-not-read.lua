return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[w->bytes * w->params + batch * w->kv * (w->prompt + w->answer / 2)]==],
     [==[w->bytes * w->params]==]},
  },
  fails = "correct",
  why = [[a step reads the cache of all its sequences, not the weights alone]],
}
