return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[if (reach > j->c.node && m->limit && m->limit < to)]],
     [[if (m->limit && m->limit < to)]]},
  },
  fails = "correct", message = "ep",
  why = "limits nodes where there is one: a token still goes to each of its experts",
}
