return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[=[if (p->stalled || p->begun == n->firings[k]]=],
     [=[if (p->begun == n->firings[k]]=]},
  },
  fails = "correct", message = "expected",
  why = "a stalled process takes no tokens either",
}
