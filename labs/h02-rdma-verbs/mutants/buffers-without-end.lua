return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[copied = (copied > *buffer ? copied : *buffer)]==],
     [==[copied = copied]==]},
  },
  fails = "correct", message = "bounce_s",
  why = "copies on, whether a buffer is free or not",
}
