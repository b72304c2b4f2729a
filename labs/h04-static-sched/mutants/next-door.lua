return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"chip->lat[v->stage[s]] + apart(v->stage[s], v->stage[s + 1])",
     "chip->lat[v->stage[s]] + 1"},
  },
  fails = "correct",
  why = "the stages of a chain follow one another as if they were neighbours",
}
