return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"    uint32_t seed = 1;",
     "    static uint32_t seed = 1;"},
  },
  fails = "correct", message = "two plans",
  why = "a plan depends on those before it",
}
