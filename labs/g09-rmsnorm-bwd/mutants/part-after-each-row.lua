return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[place[turn], sums);
    }
    float *mine]==],
              [==[place[turn], sums);
#pragma unroll
        for (int e = 0; e < HELD; e++)
            if (SUMS && column<WIDE>(e) < C) {
                float *at = part + (size_t)blockIdx.x * C + column<WIDE>(e);
                *at = sums[e] = row < gridDim.x ? sums[e] : *at + sums[e];
                sums[e] = 0;
            }
    }
    float *mine]==]},
             {[==[(SUMS && WIDE && e]==], [==[(SUMS && WIDE && blockIdx.x >= R && e]==]},
             {[==[(SUMS && !WIDE && column]==], [==[(SUMS && !WIDE && blockIdx.x >= R && column]==]}},
  fails = "profile", message = "g_ld_sec",
  why = "the sums wait in global memory between rows: loaded and stored for each of them",
}
