return mutant {
  base = "reference", file = "wmma.cu",
  replace = {{"    frag_sum sum;\n" ..
              "    wmma::fill_fragment(sum, 0.f);\n" ..
              "    for (int k = 0; k < K; k += TILE) {",
              "    frag_sum sum;\n" ..
              "    for (int k = 0; k < K; k += TILE) {\n" ..
              "        wmma::fill_fragment(sum, 0.f);"}},
  fails = "correct", message = "wmma_direct",
  why = "the accumulator begins with what the registers held",
}
