return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[most = s->history[k] > most ? s->history[k] : most;]==],
     [==[most = k == 0 ? amax : most;]==]},
  },
  fails = "correct", message = "mismatch: scale",
  why = "only the last step counts",
}
