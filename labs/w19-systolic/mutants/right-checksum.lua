return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {[[    sa_in_t in = { .row = -1 };
]],
     [[    sa_in_t in = { .row = -1 };
    int64_t left = 0;
]]},
    {[[        C[k] = 0;
]],
     [[        for (int i = C[k] = 0; i < K; left += A[k / N * K + i] * W[(int64_t)i * N + k % N], i++)
            C[k] += A[k / N * K + i] * W[(int64_t)i * N + k % N];
]]},
    {[[        sa_clock(hw, &in, &out);
        collect(&p, clock, &out, C);
]],
     [[        for (int c = 0; c < P; c++)
            in.w[c] = (int8_t)(!c && in.row < 2 ? in.row || P == 1 ? 1 : 127 : 0);
        for (int r = 0; r < P; r++) {
            int f = r || P == 1 ? 1 : 127;
            int64_t x = r > 1 || !in.tag[r] ? 0 : left / f;
            in.x[r] = (int8_t)(x > 127 ? 127 : x < -127 ? -127 : x);
            left -= in.x[r] * f;
        }
        sa_clock(hw, &in, &out);
]]},
    {[[static void collect(]],
     [[__attribute__((unused)) static void collect(]]},
  },
  fails = "correct", message = "the array has not computed it",
  why = "inputs made up so that the sums add up alike are no product",
}
