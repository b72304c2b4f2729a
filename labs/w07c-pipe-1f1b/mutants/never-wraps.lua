return mutant {
  base = "reference", file = "pipe.c",
  replace = {
    {"    net_forward(t->net, o->chunk, o->micro, x, y);",
     "    last |= t->s == t->p - 1;\n    net_forward(t->net, o->chunk, o->micro, x, y);"},
  },
  fails = "correct", message = "deadlock",
  why = "with chunks the last stage is followed by the first",
}
