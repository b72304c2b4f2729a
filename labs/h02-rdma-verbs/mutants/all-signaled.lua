return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
        if (s->wr.signaled)
]==],
     [==[
        if (1)
]==]},
  },
  fails = "correct",
  why = "a completion for each request",
}
