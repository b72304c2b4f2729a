return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[p->step < p->next)]],
     [[p->step <= p->next - (p->begun == 0))]]},
  },
  fails = "correct", message = "expected",
  why = "ii steps after the last begin, and not one more",
}
