return mutant {
  base = "reference", file = "int8.cu", backend = "simt",
  replace = {{[[
    for (int p = 0; p < N; p++) {
        widen(y, v[p]);
        if (k + p * PIECE < K)]],
              [[
    for (int p = 0; p < N; p++) {
        widen(y, load_eight(x, k + p * PIECE, K));
        if (k + p * PIECE < K)]]}},
  fails = "profile",
  why = "reads the row again for its codes",
}
