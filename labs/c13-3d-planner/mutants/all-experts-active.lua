return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[m->attn + m->mlp + (double)m->topk * m->expert;]],
     [[m->attn + m->mlp + (double)m->experts * m->expert;]]},
  },
  fails = "correct", message = "active",
  why = "sends a token through all experts",
}
