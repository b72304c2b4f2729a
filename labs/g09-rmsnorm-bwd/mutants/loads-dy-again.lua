return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[        backward<WIDE, SUMS>(x + at, dy + at, g, rstd[row], dx + at, C, place[turn], sums);]==],
              [==[        backward<WIDE, false>(x + at, dy + at, g, rstd[row], dx + at, C, place[turn], sums);
        Share v, d;
        v.load<WIDE>(x + at, C);
        d.load<WIDE>(dy + at, C);
#pragma unroll
        for (int e = 0; SUMS && e < HELD; e++)
            sums[e] += d[e] * v[e] * rstd[row];]==]}},
  fails = "profile", message = "g_ld_sec",
  why = "right, and dy is loaded a second time, for dg",
}
