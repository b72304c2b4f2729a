return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {"    int64_t width = comm_type_size(t);\n" ..
     "    char *base = buf",
     "    int64_t width = (int64_t)sizeof(float);\n" ..
     "    char *base = buf"},
  },
  fails = "correct", message = "types-",
  why = "counts four bytes for each element, of whatever type",
}
