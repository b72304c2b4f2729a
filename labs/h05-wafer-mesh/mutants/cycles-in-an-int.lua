return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[==[    return first + (int64_t)share(m, at->P, i) * share(n, at->Q, j);]==],
     [==[    return first + (int32_t)((uint32_t)share(m, at->P, i) * (uint32_t)share(n, at->Q, j));]==]},
  },
  fails = "correct", message = "expected 4900000003",
  why = "multiplies a block's rows and columns in 32 bits",
}
