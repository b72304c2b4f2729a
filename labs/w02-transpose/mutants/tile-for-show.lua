return mutant {
  base = "reference", file = "transpose.cu",
  replace = {
    {[[    x = blockIdx.y * TILE + threadIdx.x; /* a column of `in` is a row of `out` */
    y = blockIdx.x * TILE + threadIdx.y;
]], ""},
    {[[        if (x < R && y + j < C)
            out[(size_t)(y + j) * R + x] = tile[threadIdx.x][threadIdx.y + j];]],
     [[        if (x < C && y + j < R)
            out[(size_t)x * R + y + j] = tile[threadIdx.y + j][threadIdx.x];]]},
  },
  fails = "profile", message = "g_st_spr",
  why = "the tile is filled and emptied along rows, and the stores are as strided as before",
}
