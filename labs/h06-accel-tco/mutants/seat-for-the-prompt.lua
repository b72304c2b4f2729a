return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[(w->kv * (w->prompt + w->answer))]==],
     [==[(w->kv * w->prompt)]==]},
  },
  fails = "correct",
  why = [[a sequence that fits when it begins does not at its end]],
}
