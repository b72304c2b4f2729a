return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[w * (m->rest + m->L * (m->E / P + m->shared) * one)]],
     [[w * (m->rest / P + m->L * (m->E / P + m->shared) * one)]]},
  },
  fails = "correct", message = "figures",
  why = "divides attention and embeddings among the GPUs of experts",
}
