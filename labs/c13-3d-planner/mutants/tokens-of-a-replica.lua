return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[(double)(j->batch * j->seq) / t.step]],
     [[(double)(j->batch / p->dp * j->seq) / t.step]]},
  },
  fails = "correct", message = "reported",
  why = "divides a replica's tokens by all GPUs",
}
