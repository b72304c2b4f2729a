return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"k + 1 < t->n[j] || out < 0 ? WM_ADD : WM_PASS, in, out < 0 ? 0 : out);",
     "WM_ADD, in, 0);"},
  },
  fails = "correct",
  why = "a core adds what comes and sends its own sums again",
}
