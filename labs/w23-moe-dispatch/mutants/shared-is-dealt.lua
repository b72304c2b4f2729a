return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[(m->E / P + m->shared) * one)]],
     [[((m->E + m->shared) / P) * one)]]},
  },
  fails = "correct", message = "figures",
  why = "deals shared experts among GPUs",
}
