return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[x.low = q[e], x.high = q[e + 1];
        x.d = d[e / 2];
        short2]==],
     [==[x.low = q[e + 1], x.high = q[e];
        x.d = d[e / 2];
        short2]==]},
  },
  fails = "correct",
  why = "the low halves of q4_0 are taken for elements 16 to 31",
}
