return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[((double)j->prompt + (double)j->out / 2)]=],
     [=[(double)j->prompt]=]},
  },
  fails = "correct",
  why = [[of an answer half is in the context, on average]],
}
