return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[    if (m->E % comm_size(comm))
        return NULL;
]],
     [[]]},
  },
  fails = "correct",
  why = "takes experts that the ranks do not divide, and forgets those that are left over",
}
