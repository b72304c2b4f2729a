return mutant {
  base = "reference", file = "zero.c",
  replace = {
    {"    comm_all_gather(y->z->c, y->own, y->w, y->mine, COMM_F32);",
     "    int P = comm_size(y->z->c), r = comm_rank(y->z->c);\n" ..
     "    int64_t bytes = y->mine * (int64_t)sizeof *y->w;\n" ..
     "    memmove(y->w + r * y->mine, y->own, (size_t)bytes);\n" ..
     "    for (int s = 1; s < P; s++) {\n        comm_send(y->z->c, y->own, bytes, (r + s) % P, s);\n" ..
     "        comm_recv(y->z->c, y->w + (r + P - s) % P * y->mine, bytes, (r + P - s) % P, s, NULL);\n    }"},
  },
  fails = "correct", message = "They wait in a circle",
  why = "a gather of its own, in which everybody sends first: a deadlock",
}
