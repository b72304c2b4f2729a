return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {[=[    if (dX) {
        float *w = take(]=],
     [=[    if (dX) {
        memset(dX, 0, sizeof *dX * (size_t)T * (size_t)W->in);
        float *w = take(]=]},
  },
  fails = "correct", message = "dX",
  why = "dX is stored, where three projections share an input",
}
