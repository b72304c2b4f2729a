return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[if (p.dp * p.cp % p.ep == 0 && (p.ep == 1 || s->j->m.experts % p.ep == 0))]],
     [[if (p.dp % p.ep == 0 && (p.ep == 1 || s->j->m.experts % p.ep == 0))]]},
  },
  fails = "correct", message = "row",
  why = "searches ep among the divisors of dp: cp shares experts, too",
}
