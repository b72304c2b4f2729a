return mutant {
  base = "reference", file = "pipe.c",
  replace = {
    {"    comm_wait(t->act_req[at], NULL);\n    free(t->act[at]);",
     "    comm_wait(t->act_req[at], NULL);"},
  },
  fails = "sanitize", message = "leak",
  why = "an activation is sent and its buffer never given back",
}
