return mutant {
  base = "reference", file = "wmma.cu",
  replace = {{"typedef wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, half, wmma::col_major> frag_turned;",
              "struct frag_turned : frag_right {};"}},
  fails = "correct", message = "hgemm_nt",
  why = "Bt lies in the tile by rows and is loaded as if it were B: the product with a turned tile",
}
