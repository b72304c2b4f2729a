return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[    for (int d = lanes / 2; d; d /= 2)
        v += __shfl_xor_sync(first_bits(lanes), v, d);]=],
               [=[    int first = i - (int)threadIdx.x % wave_size();
    v = 0;
    for (int k = first; k < first + lanes && k < n; k++)
        v += x[k];]=]}},
  fails = "profile", message = "g_ld_sec",
  why = "each lane loads what its whole wave sees, and nothing is shuffled",
}
