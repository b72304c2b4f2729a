return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[p->due[p->done % 64] == p->step;]],
     [[p->due[p->done % 64] <= p->step;]]},
    {[[p->step += !p->stalled;]],
     [[p->step++;]]},
  },
  fails = "correct", message = "expected",
  why = "a stalled pipeline stands as a whole, and its steps do not count",
}
