return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"    memset(plan, 0, sizeof *plan);\n    memset(plan->route,",
     "    memset(plan->route,"},
  },
  fails = "correct", message = "ops of the core",
  why = "cores that take no part have the ops of whoever used the plan before",
}
