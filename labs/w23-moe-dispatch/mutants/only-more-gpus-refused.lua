return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[    if (m->E % P)
]],
     [[    if (m->E < P)
]]},
  },
  fails = "correct", message = "mismatch: figures",
  why = "refuses more GPUs than experts, and no other number that does not divide",
}
