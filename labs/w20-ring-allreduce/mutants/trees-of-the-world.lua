return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {"    struct half half[2];\n" ..
     "    take(out",
     "    struct half half[2];\n" ..
     "    c = comm_world();\n" ..
     "    take(out"},
  },
  fails = "correct", message = "mismatch: sum",
  why = "sums over all ranks there are, whatever communicator it is given",
}
