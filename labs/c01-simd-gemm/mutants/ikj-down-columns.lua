return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {[[
        float *restrict c = C + (size_t)i * N;
        for (int k = 0; k < K; k++) {
            const float a = A[(size_t)i * K + k];
            const float *restrict b = B + (size_t)k * N;
            for (int j = 0; j < N; j++)
                c[j] += a * b[j];
        }
]], [[
        float *restrict c = C + (size_t)i * N;
        for (int j = 0; j < N; j++)
            for (int k = 0; k < K; k++)
                c[j] += A[(size_t)i * K + k] * B[(size_t)k * N + j];
]]},
  },
  fails = "profile", message = "l1_miss of sgemm_ikj",
  why = "the two inner loops are the wrong way round: B is read down its columns again",
}
