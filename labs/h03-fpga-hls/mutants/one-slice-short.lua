return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[==[a->dsp + b->dsp <= dsp && a->bram]==],
     [==[a->dsp + b->dsp < dsp && a->bram]==]},
  },
  fails = "correct",
  why = "leaves one slice of the budget, and needs each",
}
