return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[
    place[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y || c >= C)
        return;
    for (int k = 1; k < GROUPS; k++)
        sum += place[k][threadIdx.x];
    dg[c] = sum;]==],
              [==[
    if (!threadIdx.y)
        place[0][threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&place[0][threadIdx.x], sum);
    __syncthreads();
    if (!threadIdx.y && c < C)
        dg[c] = place[0][threadIdx.x];]==]}},
  fails = "profile", message = "atom",
  why = "the eight groups of rms_dg add by atomics, in the order in which they arrive",
}
