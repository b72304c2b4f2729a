return mutant {
  base = "reference", file = "ownership.c",
  replace = {
    {"    sys_free(s->data);\n" ..
     "    s->data = data;",
     "    s->data = data;"},
  },
  fails = "correct", message = "leak",
  why = "the block that the vector outgrew never goes back",
}
