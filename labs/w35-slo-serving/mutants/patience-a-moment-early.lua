return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[now - j->due > c->cls[j->cls].patience]=],
     [=[now - j->due >= c->cls[j->cls].patience]=]},
  },
  fails = "correct",
  why = [[overdue by exactly his patience, and already first]],
}
