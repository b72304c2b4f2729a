return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {[=[        G[i] *= by;
        scaled[i] = by * H[i];]=],
     [=[        G[i] *= by;
        ((float *)H)[i] = scaled[i] = by * H[i];]=]},
  },
  fails = "correct", message = "H was written",
  why = "scales what is const in place, through a cast: the gradients are right, and H is not any more",
}
