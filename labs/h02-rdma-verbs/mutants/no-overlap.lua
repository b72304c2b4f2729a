return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[copied = (copied > *buffer ? copied : *buffer)]==],
     [==[copied = (copied > written ? copied : written)]==]},
  },
  fails = "correct", message = "bounce_s",
  why = "a chunk is copied when the one before has been written",
}
