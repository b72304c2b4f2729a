return mutant {
  base = "reference", file = "transformer.c",
  replace = {
    {[[y[i] = g[i] / (1 + expf(-g[i])) * u[i];]], [[y[i] = u[i] / (1 + expf(-u[i])) * g[i];]]},
  },
  fails = "correct", message = "gate",
  why = "silu belongs on W1's half, the gate",
}
