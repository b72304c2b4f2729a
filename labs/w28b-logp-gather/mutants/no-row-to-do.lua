return mutant {
  base = "reference", file = "logp.cu", backend = "simt",
  replace = {{[==[    int t = blockIdx.x;
    if (t >= T)
        return;
    int token = tok[t];
    const bf16 *row]==],
               [==[    int t = blockIdx.x;
    int token = tok[t];
    const bf16 *row]==]}},
  fails = "sanitize", message = "out-of-bounds",
  why = "T = 0 has one block all the same, and it writes row 0",
}
