return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {[=[    for (int64_t i = 0; i < (int64_t)T * l->r; i++)
        scaled[i] = by * H[i];]=],
     [=[    for (int64_t i = 0; i < (int64_t)T * l->r; i++)
        H[i] = scaled[i] = by * H[i];]=]},
  },
  fails = "correct", message = "H",
  why = "what is kept for the way back is scaled already",
}
