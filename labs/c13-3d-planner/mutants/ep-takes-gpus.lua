return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[p->dp * p->tp * p->pp * p->cp != j->c.gpus)]],
     [[p->dp * p->tp * p->pp * p->cp * p->ep != j->c.gpus)]]},
  },
  fails = "correct", message = "faults",
  why = "asks that dp, tp, pp, cp and ep together are the GPUs",
}
