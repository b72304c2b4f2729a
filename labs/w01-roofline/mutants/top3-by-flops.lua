return mutant {
  base = "reference", file = "roofline.c",
  replace = {
    {"(double)ops[k].calls * roof_time(ops[k].cost, peak, bw)",
     "(double)ops[k].calls * ops[k].cost.flops"},
    {"    double best[3] = { -1, -1, -1 };",
     "    double best[3] = { -1, -1, -1 };\n    (void)peak, (void)bw;"},
  },
  fails = "correct", message = "mismatch",
  why = "the most FLOP is not the most time",
}
