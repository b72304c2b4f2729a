return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[    ret->grads = j->c.g * (p->zero == 3 ? apart : all);]],
     [[    ret->grads = j->c.g * (p->zero ? apart : all);]]},
  },
  fails = "correct", message = "grads",
  why = "divides gradients in stage 1",
}
