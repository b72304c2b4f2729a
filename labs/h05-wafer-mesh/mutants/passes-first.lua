return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"k + 1 < t->n[j] || out < 0 ? WM_ADD : WM_PASS, in, out < 0 ? 0 : out);",
     "k || out < 0 ? WM_ADD : WM_PASS, in, out < 0 ? 0 : out);"},
  },
  fails = "correct",
  why = "passes the first stream on, and adds the others to sums that have been sent",
}
