return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"return nvlink ? t->kind[v] == IC_NVSWITCH :",
     "return nvlink ? t->kind[v] == IC_NVSWITCH || t->kind[v] == IC_GPU :"},
  },
  fails = "correct", message = "machine",
  why = "lets NVLink ways pass other GPUs",
}
