return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[p->due[p->done % 64] == p->step;]],
     [[p->due[p->done % 32] == p->step;]]},
    {[[p->due[p->begun++ % 64] = p->step]],
     [[p->due[p->begun++ % 32] = p->step]]},
  },
  fails = "correct", message = "expected",
  why = "sixty-four firings may be in flight, not thirty-two",
}
