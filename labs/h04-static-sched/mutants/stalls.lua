return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"        if (read < w->ready[u] || (best",
     "        if (read < 0 || (best"},
  },
  fails = "correct", message = "expected a cycle after",
  why = "issues when a value will be there soon",
}
