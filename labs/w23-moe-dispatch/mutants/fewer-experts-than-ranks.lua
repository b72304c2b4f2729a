return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[    if (m->E % comm_size(comm))]],
     [[    if (m->E > comm_size(comm) && m->E % comm_size(comm))]]},
  },
  fails = "correct", message = "fewer-experts",
  why = "lets fewer experts than ranks pass",
}
