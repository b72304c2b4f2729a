return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"(flow(&w->t, m, q, t - apart(q, m), by) <= w->chip->streams)",
     "(flow(&w->t, m, q, t - apart(q, m), by) <= 99)"},
  },
  fails = "correct", message = "values are on streams",
  why = "reads whatever registers are left",
}
