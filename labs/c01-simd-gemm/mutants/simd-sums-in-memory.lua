return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {"        simd_avx2(M, N, K, A, B, C);\n    else",
     "        simd_row(M, N, K, A, B, C);\n    else"},
    {"void sgemm_simd(int M,", [[
LAB_AVX2 static void simd_row(int M, int N, int K, const float *A, const float *B, float *C)
{
    zero(M, N, C);
    for (int i = 0; i < M; i++)
        for (int k = 0; k < K; k++) {
            const float *b = B + (size_t)k * N;
            float *c = C + (size_t)i * N;
            const __m256 a = _mm256_set1_ps(A[(size_t)i * K + k]);
            int j = 0;
            for (; j + 8 <= N; j += 8)
                _mm256_storeu_ps(c + j, _mm256_fmadd_ps(a, _mm256_loadu_ps(b + j),
                                                        _mm256_loadu_ps(c + j)));
            for (; j < N; j++)
                c[j] += A[(size_t)i * K + k] * b[j];
        }
}

void sgemm_simd(int M,]]},
  },
  fails = "profile", message = "c_loads of sgemm_simd",
  why = "vectors without a register tile: every multiply-add still loads and stores C",
}
