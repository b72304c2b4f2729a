return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[    walk(mine, idx, n, [=]]==],
              [==[    for (int i = threadIdx.x; i < n; i += SORT_THREADS)
        if (idx[i] >= E)
            place[i] = -1;
    __syncthreads();
    walk(mine, idx, n, [=]]==]}},
  fails = "profile", message = "g_ld_sec",
  why = "a third walk, only to know how many are left",
}
