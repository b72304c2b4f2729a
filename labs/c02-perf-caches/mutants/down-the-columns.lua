return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {[[
void sum_cols(int M, int N, const int32_t *A, int64_t *restrict out)
{
    int i = 0;
    memset(out, 0, (size_t)N * sizeof *out);
    for (; i + 8 <= M; i += 8) {
        const int32_t *a = A + (size_t)i * (size_t)N;
        const int32_t *b = a + (size_t)4 * (size_t)N;
        for (int j = 0; j < N; j++) {
            int64_t s = (int64_t)a[j] + a[j + N] + a[j + 2 * N] + a[j + 3 * N];
            out[j] += s + b[j] + b[j + N] + b[j + 2 * N] + b[j + 3 * N];
        }
    }
    for (; i < M; i++)
        for (int j = 0; j < N; j++)
            out[j] += A[(size_t)i * (size_t)N + (size_t)j];
}
]], [[
void sum_cols(int M, int N, const int32_t *A, int64_t *restrict out)
{
    for (int j = 0; j < N; j++) {
        int64_t sum = 0;
        for (int i = 0; i < M; i++)
            sum += A[(size_t)i * (size_t)N + (size_t)j];
        out[j] = sum;
    }
}
]]},
  },
  fails = "profile", message = "l1_miss of sum_cols",
  why = "every step is another line, and 4 of its 64 bytes are used",
}
