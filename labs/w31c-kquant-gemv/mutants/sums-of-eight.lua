return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[    sum += __shfl_xor_sync(0xffffffff, sum, 2);
]==],
     [==[]==]},
  },
  fails = "correct",
  why = "a sum has eight codes and not sixteen",
}
