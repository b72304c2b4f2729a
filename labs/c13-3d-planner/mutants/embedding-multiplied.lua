return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[(m->attn + m->mlp0) + m->vocab * m->d;]],
     [[(m->attn + m->mlp0) + 2 * m->vocab * m->d;]]},
  },
  fails = "correct", message = "active",
  why = "multiplies a token with the embedding, which is a look-up",
}
