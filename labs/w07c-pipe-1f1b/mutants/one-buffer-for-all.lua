return mutant {
  base = "reference", file = "pipe.c",
  replace = {
    {"    float *y = last ? NULL : malloc((size_t)t->bytes);",
     "    static float room[1024];\n    float *y = last ? NULL : room;"},
    {"    comm_wait(t->act_req[at], NULL);\n    free(t->act[at]);",
     "    comm_wait(t->act_req[at], NULL);"},
  },
  fails = "correct", message = "was written while the message was under way",
  why = "a send is not over when comm_isend() returns: several activations are on their way at once",
}
