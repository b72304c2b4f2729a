return mutant {
  base = "reference", file = "transpose.cu",
  replace = {{[[    x = blockIdx.y * TILE + threadIdx.x; /* a column of `in` is a row of `out` */
    y = blockIdx.x * TILE + threadIdx.y;]], [[    x = blockIdx.x * TILE + threadIdx.x;
    y = blockIdx.y * TILE + threadIdx.y;]]}},
  fails = "correct", message = "mismatch",
  why = "each tile is turned but stays where it was",
}
