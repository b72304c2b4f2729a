return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {"        float *restrict c = C + (size_t)i * N;\n        for (int k = 0; k < K; k++) {\n"
     .. "            const float a = A[(size_t)i * K + k];\n"
     .. "            const float *restrict b = B + (size_t)k * N;\n"
     .. "            for (int j = 0; j < N; j++)\n                c[j] += a * b[j];\n        }\n",
     "        float *restrict c = C + (size_t)i * N;\n        for (int j = 0; j < N; j++)\n"
     .. "            for (int k = 0; k < K; k++)\n"
     .. "                c[j] += A[(size_t)i * K + k] * B[(size_t)k * N + j];\n"},
  },
  fails = "profile", message = "l1_miss of sgemm_ikj",
  why = "the two inner loops are the wrong way round: B is read down its columns again",
}
