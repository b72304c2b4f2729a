return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[    for (int i = threadIdx.x; i < room; i += THREADS) {
        int e = 0;]==],
              [==[    for (int e = threadIdx.x; e < E; e += THREADS)
        for (int i = 0; i < count[e]; i++)
            reinterpret_cast<int2 *>(tiles)[first[e] + i] = make_int2(e, begin[e] + i * TILE);
    for (int i = first[E] + threadIdx.x; i < room; i += THREADS) {
        int e = 0;]==]}},
  fails = "profile", message = "g_st_req",
  why = "an expert writes its tiles itself: one thread writes all if it has all rows",
}
