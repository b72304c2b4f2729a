return mutant {
  base = "reference", file = "fp8.cu", backend = "cuda",
  replace = {{[[    float part[64], total[64] = {};
    if (t == 0) {]],
              [[    float part[64] = {}, total[64], was[2] = { 1, 1 };
    if (t == 0) {]]},
             {[[        mbar_wait(&full, k % 2);
        multiply(part, a, b);
        wgmma_wait<0>();
        landed(part);
        promote(total, part, up, low);]],
              [[        up = fmaxf(up, 1e-20f);
        low = fmaxf(low, 1e-20f);
        float alpha[2] = { was[0] / up, was[1] / low };
        was[0] = up;
        was[1] = low;
#pragma unroll
        for (int i = 0; i < 64; i++)
            part[i] *= alpha[i / 2 % 2];
        mbar_wait(&full, k % 2);
        wgmma_fence();
#pragma unroll
        for (int i = 0; i < 4; i++)
            wgmma_m64n128k32_e4m3(part, smem_desc(a + 32 * i), smem_desc(b + 32 * i), 1);
        wgmma_commit();
        wgmma_wait<0>();
        landed(part);
#pragma unroll
        for (int i = 0; i < 64 && k + 1 == turns; i++)
            total[i] = part[i] * was[i / 2 % 2];]]}},
  fails = "correct",
  why = "all of K in one accumulator of the tensor cores: beyond some hundred products it loses what is added",
}
