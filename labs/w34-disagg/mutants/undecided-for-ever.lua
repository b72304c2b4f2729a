return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[        if (r->to < 0)
            s->undecided--;
        strike]=],
     [=[        strike]=]},
  },
  fails = "correct",
  why = [[who is over before he was decided bars all others from being decided]],
}
