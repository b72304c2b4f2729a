return mutant {
  base = "reference", file = "flash.cu",
  replace = {{"        multiply_pv<D>(t, row_of, fo);\n    }",
              "        multiply_pv<D>(t, row_of, fo);\n" ..
              "        for (int x = lane; x < D * (i0 + warp * M < S ? 1 : 0); x += 32)\n" ..
              "            o[(size_t)(i0 + warp * M) * D + x] = __float2half(row.l);\n    }"}},
  fails = "profile", message = "g_st_sec",
  why = "something leaves after every tile, as with the keys' loop outside",
}
