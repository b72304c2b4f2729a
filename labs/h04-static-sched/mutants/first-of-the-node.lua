return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"int x = node[v].stage[k], at = first[v] + until(chip, &node[v], k), after = end[v] - at;",
     "int x = node[v].stage[k], at = first[v], after = end[v] - at - until(chip, &node[v], k);"},
  },
  fails = "correct", message = "ss_bound",
  why = "takes the cycle of the first instruction of the chain for all of them",
}
