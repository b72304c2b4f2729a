return mutant {
  base = "reference", file = "gemv.cu", backend = "simt", message = "gate-columns",
  replace = {
    {[==[    else
        multiply<F, 1, 8>(y, p);]==],
     [==[    else {
        multiply<F, 1, 4>(y, { p.W, p.xq, p.xd, p.xs, p.N, p.K, 4 });
        multiply<F, 1, 4>(y + (size_t)4 * p.N, { p.W, p.xq + 4 * p.K, p.xd + 4 * (p.K / 32), p.xs + 4 * (p.K / 16), p.N,
                                                 p.K, p.B - 4 });
    }]==]},
  },
  fails = "profile",
  why = "right, and more than four columns read the weights twice",
}
