return mutant {
  base = "reference", file = "pipe.c",
  replace = {
    {"    if (o->what == PIPE_B)\n        net_weights",
     "    if (o->what != PIPE_F)\n        net_weights"},
  },
  fails = "correct", message = "needs net_backward before it, and the last one was net_weights",
  why = "X is the gradient of the input alone; W comes later, and once",
}
