return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"f->next < f->to && f->next < f->taken + f->ahead ?",
     "f->next < f->to ?"},
  },
  fails = "correct", message = "taken + ahead",
  why = "jobs are begun without looking at the room",
}
