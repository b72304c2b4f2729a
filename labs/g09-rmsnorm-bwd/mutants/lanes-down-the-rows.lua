return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[    int c = blockIdx.x * LANES + threadIdx.x;
    float sum = 0;
    if (c < C)
        for (int k = threadIdx.y; k < P; k += GROUPS)
            sum += part[(size_t)k * C + c];
    place[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();]==],
              [==[    int c = blockIdx.x * LANES + threadIdx.x, turned = threadIdx.y * LANES + threadIdx.x;
    float sum = 0;
    if (blockIdx.x * LANES + turned / GROUPS < C)
        for (int k = turned % GROUPS; k < P; k += GROUPS)
            sum += part[(size_t)k * C + blockIdx.x * LANES + turned / GROUPS];
    place[turned % GROUPS][turned / GROUPS] = sum;
    __syncthreads();
    sum = place[0][threadIdx.x];]==]}},
  fails = "profile", message = "g_ld_sec",
  why = "the lanes of rms_dg run down the rows of part, its groups along the columns",
}
