return mutant {
  base = "reference", file = "summation.c",
  replace = {
    {"    s->m2 += from_old * (x - s->mean);", "    s->m2 += from_old * from_old;"},
  },
  fails = "correct", message = "m2",
  why = "one of the two distances is from the mean after the number has moved it",
}
