return mutant {
  base = "reference", file = "pipe.c",
  replace = {
    {"    t.nops = pipe_sched(kind, t.p,",
     "    t.nops = pipe_sched(v == 1 && kind != PIPE_ZB_H1 ? PIPE_GPIPE : kind, t.p,"},
  },
  fails = "profile", message = "peak_B_max",
  why = "the result and the time are the same: it is the memory that 1F1B is for",
}
