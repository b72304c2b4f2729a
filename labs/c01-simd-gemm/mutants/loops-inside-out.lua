return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {"    for (int j = 0; j < n; j += t->nr)\n        for (int i = 0; i < m; i += t->mr) {",
     "    for (int i = 0; i < m; i += t->mr)\n        for (int j = 0; j < n; j += t->nr) {"},
  },
  fails = "profile", message = "l1_miss of sgemm_packed",
  why = "with the small panel of A kept and the wide panels of B passing, more goes through the L1",
}
