return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[            a[i][1] = i < tiles ? v[at * 64 + 32] : uint4{0, 0, 0, 0};]==],
              [==[            for (int j = 0; j < 4; j++)
                (&a[i][1].x)[j] = i < tiles ? ((const unsigned *)(v + at * 64 + 32))[j] : 0;]==]}},
  fails = "profile", message = "g_ld_sec",
  why = "right, the kept ones by four bytes",
}
