return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[    for (int d = lanes / 2; d; d /= 2)
        v += __shfl_xor_sync(first_bits(lanes), v, d);]=],
               [=[    float all = 0;
    for (int l = 0; l < lanes; l++)
        all += __shfl_sync(first_bits(lanes), v, l);
    v = all;]=]}},
  fails = "profile", message = "shfl",
  why = "a sum of as many shuffles as there are lanes",
}
