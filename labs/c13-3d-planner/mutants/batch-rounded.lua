return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[    if (j->batch % (p->dp * p->micro))
        return BATCH;
]],
     [[]]},
  },
  fails = "correct", message = "faults",
  why = "rounds micro-batches down and forgets sequences",
}
