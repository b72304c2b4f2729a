return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[        r->late[k] += r->p[k].stalled;]],
     [[        r->late[k] += r->p[k].stalled, r->p[k].next -= r->p[k].stalled;]]},
  },
  fails = "correct", message = "expected",
  why = "a stalled process makes no step towards its next begin either",
}
