return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[if ((p.zero == 3 && p.pp > 1) || total(s->j, &p) > s->j->c.mem)]],
     [[if (p.zero == 3 && p.pp > 1)]]},
  },
  fails = "correct", message = "row",
  why = "does not ask whether the plan fits",
}
