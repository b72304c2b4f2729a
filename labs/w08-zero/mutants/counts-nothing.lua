return mutant {
  base = "reference", file = "zero.c",
  replace = {
    {"    y->m = room(y->mine);\n    y->v = room(y->mine);",
     "    y->m = calloc((size_t)y->mine, sizeof *y->m);\n    y->v = calloc((size_t)y->mine, sizeof *y->v);"},
    {"        comm_free(y->m);\n        comm_free(y->v);", "        free(y->m);\n        free(y->v);"},
  },
  fails = "profile", message = "at least",
  why = "takes the moments from malloc(), where nobody counts them",
}
