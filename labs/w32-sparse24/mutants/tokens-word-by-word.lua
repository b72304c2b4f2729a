return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[            b[h] = g < B ? *(const uint4 *)(x + k + 32 * h) : uint4{0, 0, 0, 0};]==],
              [==[            for (int j = 0; j < 4; j++)
                (&b[h].x)[j] = g < B ? *(const unsigned *)(x + k + 32 * h + 2 * j) : 0;]==]}},
  fails = "profile", message = "g_ld_",
  why = "right, four bytes of a token a load",
}
