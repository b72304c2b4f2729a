return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[    return fits / b->mem_Bps + (rest > 0 ? rest / slow(b) : 0);]==],
     [==[
    double a = fits / b->mem_Bps, c = rest > 0 ? rest / slow(b) : 0;
    return a > c ? a : c;]==]},
  },
  fails = "correct", message = "um_token",
  why = "lets the CPU read its part while the GPU reads its own",
}
