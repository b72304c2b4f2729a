return mutant {
  base = "reference", file = "rope.cu", backend = "simt",
  replace = {{[==[    if (n < 0)
        return;
]==],
               [==[    if (t < T && n < 0)
        for (int i = threadIdx.x; i < H * hd / 2; i += THREADS) {
            volatile unsigned *word = reinterpret_cast<unsigned *>(q + (size_t)t * H * hd) + i;
            *word = *word;
        }
    if (n < 0)
        return;
]==]}},
  fails = "profile", message = "gate-pads",
  why = "right, and a pad is loaded and stored as it is",
}
