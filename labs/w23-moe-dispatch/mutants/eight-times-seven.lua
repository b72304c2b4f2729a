return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[    ret->active = m->rest + m->L * (m->k + m->shared) * one;]],
     [[    ret->active = ret->total * (m->k + m->shared) / (m->E + m->shared);]]},
  },
  fails = "correct", message = "figures",
  why = "takes a share of all parameters, attention too, for those that work",
}
