return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {"    for (int s = 1; s < P; s++) { /* the part that goes round longest is this rank's own */\n" ..
     "        int out = (r - s + P) % P, in = (r - s - 1 + P) % P;",
     "    for (int s = 1; s < P; s++) { /* the part that goes round longest is this rank's own */\n" ..
     "        int out = (r - s + 1 + P) % P, in = (r - s + P) % P;"},
  },
  fails = "correct", message = "mismatch: part",
  why = "leaves rank r the sum of part r + 1, as the ring of week 7 did, and lab.h wants part r",
}
