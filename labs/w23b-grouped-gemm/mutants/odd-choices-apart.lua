return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[        float2 sum[4] = {};]==],
              [==[        float2 sum[4] = {}, odd[4] = {};]==]},
             {[==[                add_octet(sum, by,]==], [==[                add_octet(j % 2 ? odd : sum, by,]==]},
             {[==[        if (c < d)
            *reinterpret_cast<uint4 *>(out]==],
              [==[        for (int i = 0; i < 4; i++)
            sum[i] = make_float2(sum[i].x + odd[i].x, sum[i].y + odd[i].y);
        if (c < d)
            *reinterpret_cast<uint4 *>(out]==]}},
  fails = "correct", message = "unpermute",
  why = "two sums side by side, put together at the end: not the order of the choices",
}
