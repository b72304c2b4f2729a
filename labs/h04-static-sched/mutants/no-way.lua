return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"int64_t there = plan->cycle[v] - apart(q, m), read",
     "int64_t there = plan->cycle[v], read"},
  },
  fails = "correct", message = "ss_replay",
  why = "forgets that a value needs a cycle for each place on its way",
}
