return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[return passes * forward(&j->m, j->seq) * (double)(j->batch * j->seq) / t.step / (double)j->c.gpus;]],
     [[return (passes ? p->recompute ? 4 : 3 : 0) * forward(&j->m, j->seq) * (double)(j->batch * j->seq) / t.step / (double)j->c.gpus;]]},
  },
  fails = "correct", message = "reported",
  why = "counts what the plan does, and not what the paper counts",
}
