return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[    if (reach > j->c.node && m->limit && m->limit < to)
        to = m->limit;
]],
     [[]]},
  },
  fails = "correct", message = "ep",
  why = "sends a copy for each expert, though routing is limited to a few nodes",
}
