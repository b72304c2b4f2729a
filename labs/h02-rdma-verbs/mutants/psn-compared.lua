return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    uint32_t d = ahead(in->psn, q->expected);
    if (d > PSN / 2)]==],
     [==[
    uint32_t d = in->psn != q->expected;
    if (in->psn < q->expected)]==]},
  },
  fails = "correct",
  why = "compares numbers, which go round at 2^24",
}
