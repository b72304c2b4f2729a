return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[tensor >= plain ? machine[M_TENSOR] : machine[M_FLOPS]]==],
              [==[machine[M_FLOPS]]==]}},
  fails = "correct", message = "roof_point",
  why = "the peak of CUDA cores, also for a launch on tensor cores",
}
