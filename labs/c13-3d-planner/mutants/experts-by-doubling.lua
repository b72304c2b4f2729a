return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[for (p.ep = 1; p.ep == 1 || p.ep <= s->j->m.experts; p.ep++)]],
     [[for (p.ep = 1; p.ep == 1 || p.ep <= s->j->m.experts; p.ep *= 2)]]},
  },
  fails = "correct", message = "row",
  why = "tries powers of two alone for ep: 160 experts have other divisors",
}
