return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"p->staged = own_cpu(t, src);",
     "p->staged = own_cpu(t, dst);"},
  },
  fails = "correct", message = "expected",
  why = "stages in the memory of the receiver's CPU",
}
