return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {"uint32_t size = i->op == WM_LDG || i->op == WM_STG ?", "uint32_t size = i->op == WM_STG ?"},
  },
  fails = "correct", message = "issues no more",
  why = "holds loads of global memory against the size of the shared one",
}
