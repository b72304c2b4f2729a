return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {"memset(table, 1, sizeof table)",
     "memset(table, 0, sizeof table)"},
  },
  fails = "correct", message = "branch_run",
  why = "counters begin at 0 and need one outcome more before they turn",
}
