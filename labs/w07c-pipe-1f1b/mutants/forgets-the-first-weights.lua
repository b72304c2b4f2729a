return mutant {
  base = "reference", file = "pipe.c",
  replace = {
    {"    if (o->what == PIPE_B)\n        net_weights",
     "    if (o->what == PIPE_B && o->micro)\n        net_weights"},
  },
  fails = "correct", message = "pipe_run returned before net_weights(chunk 0, micro-batch 0)",
  why = "the gradient of the weights lacks a micro-batch",
}
