return mutant {
  base = "reference", file = "transpose.cu",
  replace = {
    {[[            tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * C + x];
    __syncthreads();
]], [[            out[(size_t)x * R + y + j] = in[(size_t)(y + j) * C + x];
    __syncthreads();
    return;
]]},
  },
  fails = "limits", message = "smem_B",
  simt = {fails = "profile", message = "g_st_spr"},
  why = "the direct transpose again, with a barrier for decoration",
}
