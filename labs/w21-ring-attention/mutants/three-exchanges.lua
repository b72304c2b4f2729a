return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[    comm_all_to_all(comm, out, in, c * wide, COMM_F32);
    /*]],
     [[    comm_all_to_all(comm, out, in, c * mine * d, COMM_F32);
    comm_all_to_all(comm, out, in, c * wide, COMM_F32);
    /*]]},
  },
  fails = "profile", message = "all_to_all",
  why = "sends queries, keys and values one after the other",
}
