return mutant {
  base = "reference", file = "grouped.cu",
  replace = {
    {[==[        float2 sum[4] = {};
        for (int j = 0; j < k; j++) {]==],
     [==[        float2 sum[4] = {};
        if (c < d)
            *reinterpret_cast<uint4 *>(out + (size_t)t * d + c) = rounded(sum);
        for (int j = 0; j < k; j++) {]==]},
    {[==[            if (row >= 0 && c < d)
                add_octet(sum, by, answers + (size_t)row * d + c);
        }
        if (c < d)
            *reinterpret_cast<uint4 *>(out + (size_t)t * d + c) = rounded(sum);]==],
     [==[            float2 v[4] = {};
            if (row >= 0 && c < d)
                add_octet(v, by, answers + (size_t)row * d + c);
            for (int p = 0; c < d && p < 4; p++)
                atomicAdd(reinterpret_cast<__nv_bfloat162 *>(out + (size_t)t * d + c) + p,
                          __floats2bfloat162_rn(v[p].x, v[p].y));
        }]==]},
  },
  backend = "simt",  fails = "correct", message = "unpermute",
  why = "each answer is added to out by an atomic, which rounds to bf16 each time",
}
