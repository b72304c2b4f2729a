return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[b->bsums[i / 16] = (int16_t)(b->bsums[i / 16] + b->qs[i]);]==],
     [==[b->bsums[i / 16] = 0;]==]},
  },
  fails = "correct", message = "mismatch: block",
  why = "Q8_K without its sums",
}
