return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[    spread(p, dy, w);]],
     [[    spread(p, dy, NULL);]]},
  },
  fails = "correct", message = "mismatch: dout",
  why = "sends dy to the experts without the weight",
}
