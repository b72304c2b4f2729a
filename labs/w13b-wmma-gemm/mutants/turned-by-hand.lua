return mutant {
  base = "reference", file = "wmma.cu",
  replace = {{"            *reinterpret_cast<uint4 *>(b + r * LD_K + k) = octet(B, N, K, col + r, k0 + k);",
              "            for (int w = 0; w < 8; w++) {\n" ..
              "                int at = e * 8 + w, n = at % BIG, kk = at / BIG;\n" ..
              "                b[n * LD_K + kk] = col + n < N && k0 + kk < K ? " ..
              "B[(size_t)(col + n) * K + k0 + kk] : __float2half(0.f);\n" ..
              "            }"}},
  fails = "profile", message = "hgemm_nt",
  why = "Bt is loaded column by column to turn it: a sector for each half",
}
