return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"(float)(p->vcoef * db * by)",
     "(float)(db * by)"},
  },
  fails = "correct", message = "by v",
  why = "the weight of the value loss is in the loss and not in its gradient",
}
