return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {"    int key = r == a ? b : r == b ? a : r;\n" ..
     "    return comm_split(c, 0, to == (from + 1) % P ? key : r);",
     "    int key = r ? P - r : 0;\n" ..
     "    (void)a, (void)b, (void)to;\n" ..
     "    return comm_split(c, 0, key);"},
  },
  fails = "correct", message = "the ring still goes from rank 3 to rank 2",
  why = "reverses the ring: a link that goes back is in it then",
}
