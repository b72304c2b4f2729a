return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"double last = flow_on(s->capacity, flow, begin, bytes, s->n, end);",
     "double last = flow_on(s->capacity, flow, begin, bytes, s->n - 3, end);"},
  },
  fails = "profile",
  why = "leaves out the copy from the last to the first",
}
