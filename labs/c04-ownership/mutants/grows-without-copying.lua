return mutant {
  base = "reference", file = "ownership.c",
  replace = {
    {"        memcpy(data, s->data, s->len * sizeof *data);\n", "        s->len += 0;\n"},
  },
  fails = "correct", message = "loan_get",
  why = "a larger block, and the old elements stay behind in the one that is given back",
}
