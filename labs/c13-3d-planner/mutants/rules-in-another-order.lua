return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[    if (j->batch % (p->dp * p->micro))
        return BATCH;
]],
     [[    if (p->cp > 1 && j->seq % (2 * p->cp))
        return SEQ;
    if (j->batch % (p->dp * p->micro))
        return BATCH;
]]},
  },
  fails = "correct", message = "faults",
  why = "looks at the sequence before the batch",
}
