return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"return nvlink ? t->kind[v] == IC_NVSWITCH :",
     "return nvlink ? t->kind[v] == IC_NVSWITCH || t->kind[v] == IC_CPU :"},
  },
  fails = "correct", message = "machine",
  why = "lets NVLink ways pass a CPU that has NVLinks",
}
