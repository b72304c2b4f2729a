return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {[=[        G[i] *= by;
        scaled[i] = by * H[i];]=],
     [=[        G[i] *= by;
        scaled[i] = H[i];]=]},
  },
  fails = "correct", message = "dB",
  why = "alpha/r is missing in the gradient of B",
}
