return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[        stat->done[k] = r.p[k].done;]],
     [[        stat->done[k] = r.p[k].begun;]]},
  },
  fails = "correct", message = "has done",
  why = "begun is not done: what is still in the pipeline has not written",
}
