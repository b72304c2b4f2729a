return mutant {
  base = "reference", file = "transpose.cu",
  replace = {{"__shared__ float tile[TILE][TILE + 1];", "__shared__ float tile[TILE][TILE];"}},
  fails = "profile", message = "sh_conf",
  why = "a column of 32 floats in rows of 32: one bank, 32 wavefronts a read",
}
