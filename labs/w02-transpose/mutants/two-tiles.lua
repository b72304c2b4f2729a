return mutant {
  base = "reference", file = "transpose.cu",
  replace = {{"__shared__ float tile[TILE][TILE + 1];", "__shared__ float tile[2 * TILE][TILE + 1];"}},
  fails = "limits", message = "smem_B",
  simt = {fails = "profile", message = "smem_static"},
  why = "twice the shared memory that one tile needs",
}
