return mutant {
  base = "reference", file = "wmma.cu",
  replace = {{"    frag_sum sum;\n" ..
              "    wmma::fill_fragment(sum, 0.f);\n" ..
              "    for (int k",
              "    wmma::fragment<wmma::accumulator, TILE, TILE, TILE, half> sum;\n" ..
              "    frag_sum wide;\n" ..
              "    wmma::fill_fragment(sum, __float2half(0.f));\n" ..
              "    for (int k"},
             {"    wmma::store_matrix_sync(C + (size_t)row * N + col, sum, N, wmma::mem_row_major);\n" ..
              "}\n" ..
              "\n" ..
              "/* ---- 128",
              "    for (int i = 0; i < wide.num_elements; i++)\n" ..
              "        wide.x[i] = __half2float(sum.x[i]);\n" ..
              "    wmma::store_matrix_sync(C + (size_t)row * N + col, wide, N, wmma::mem_row_major);\n" ..
              "}\n" ..
              "\n" ..
              "/* ---- 128"}},
  fails = "correct", message = "wmma_direct",
  why = "sums in half: 11 bits for hundreds of terms",
}
