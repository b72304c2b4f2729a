return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[    for (int i = threadIdx.x; i < TILE_N * TILE_M / 8; i += THREADS) {
        int n = i / 16, m = i % 16 * 8;
        if (n0 + n < N && m0 + m < M)
            *(uint4 *)(Y + (size_t)(n0 + n) * M + m0 + m) = *(const uint4 *)&out[n][m];]==],
              [==[    for (int i = threadIdx.x; i < TILE_N * TILE_M; i += THREADS) {
        int n = i / TILE_M, m = i % TILE_M;
        if (n0 + n < N && m0 + m < M)
            Y[(size_t)(n0 + n) * M + m0 + m] = out[n][m];]==]}},
  fails = "profile", message = "g_st_req",
  why = "right, a half at a time",
}
