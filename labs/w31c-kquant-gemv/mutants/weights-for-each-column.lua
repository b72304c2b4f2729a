return mutant {
  base = "reference", file = "gemv.cu", backend = "simt", message = "gate-columns",
  replace = {
    {[==[    if (p.B == 1)
        multiply<F, 1, 1>(y, p);]==],
     [==[    if (p.B >= 1)
        for (int b = 0; b < p.B; b++)
            multiply<F, 1, 1>(y + (size_t)b * p.N, { p.W, p.xq + b * p.K, p.xd + b * (p.K / 32),
                                                     p.xs + b * (p.K / 16), p.N, p.K, 1 });]==]},
  },
  fails = "profile",
  why = "right, and every column reads the weights anew",
}
