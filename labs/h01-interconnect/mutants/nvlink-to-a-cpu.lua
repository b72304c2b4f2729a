return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"if (t->kind[src] == IC_GPU && t->kind[dst] == IC_GPU && append",
     "if (append"},
  },
  fails = "correct", message = "machine",
  why = "takes the NVLink between a CPU and a GPU, where only two GPUs have NVLink ways",
}
