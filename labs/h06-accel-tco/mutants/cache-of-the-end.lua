return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[(w->prompt + w->answer / 2)]==],
     [==[(w->prompt + w->answer)]==]},
  },
  fails = "correct",
  why = [[while an answer is written half of it is cached, on average]],
}
