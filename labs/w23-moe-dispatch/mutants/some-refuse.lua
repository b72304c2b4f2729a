return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[        bad |= p->have[e] < 0;]],
     [[        bad |= 0;]]},
  },
  fails = "correct",
  why = "the rank with the wrong choice refuses, the others take its -1 for a count",
}
