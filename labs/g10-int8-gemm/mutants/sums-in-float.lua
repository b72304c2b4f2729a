return mutant {
  base = "reference", file = "int8.cu", backend = "simt",
  replace = {{[[
    init_one(&full);
    for (int turn]],
              [[
    float total[64] = { 0 };
    init_one(&full);
    for (int turn]]},
             {[[smem_desc(b + 32 * k), turn | k);]],
              [[smem_desc(b + 32 * k), k);]]},
             {[[
        wgmma_wait<0>();
        __syncthreads(); /* nobody's products]],
              [[
        wgmma_wait<0>();
#pragma unroll
        for (int i = 0; i < 64; i++)
            total[i] += (float)sum[i];
        __syncthreads(); /* nobody's products]]},
             {[[make_int2(sum[i], sum[i + 1]);]],
              [[make_int2((int)total[i], (int)total[i + 1]);]]}},
  fails = "correct",
  why = "adds the turns up in float: sums beyond 2^24 are no longer exact",
}
