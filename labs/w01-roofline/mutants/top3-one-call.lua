return mutant {
  base = "reference", file = "roofline.c",
  replace = {
    {"(double)ops[k].calls * roof_time(", "roof_time("},
  },
  fails = "correct", message = "mismatch",
  why = "a kernel that is called twelve times takes twelve times as long",
}
