return mutant {
  base = "reference", file = "wmma.cu",
  replace = {{"            for (int i = 0; i < 8; i++)\n" ..
              "                wmma::mma_sync(sum[i / 2][i % 2], u[i / 2], v[i % 2], sum[i / 2][i % 2]);",
              "            for (int i = 0; i < 8; i++) {\n" ..
              "                wmma::load_matrix_sync(u[i / 2], a + (wr + TILE * (i / 2)) * LD_K + k, LD_K);\n" ..
              "                right(v[i % 2], b, k, wc + TILE * (i % 2));\n" ..
              "                wmma::mma_sync(sum[i / 2][i % 2], u[i / 2], v[i % 2], sum[i / 2][i % 2]);\n" ..
              "            }"}},
  fails = "profile", message = "sh_ideal",
  why = "two fragments are loaded for each product: twice and more the wavefronts",
}
