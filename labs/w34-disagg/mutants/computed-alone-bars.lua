return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[int to = s->undecided ? -1 :]=],
     [=[int to = s->pending.n ? -1 :]=]},
  },
  fails = "correct",
  why = [[an undecided request bars later ones from the moment of its admission]],
}
