return mutant {
  base = "reference", file = "ownership.c",
  replace = {
    {"if (s->child != NOBODY || on_loan(s))", "if (s->child != NOBODY || s->writer)"},
  },
  fails = "correct", message = "own_link",
  why = "a parent that is lent to readers is on loan too",
}
