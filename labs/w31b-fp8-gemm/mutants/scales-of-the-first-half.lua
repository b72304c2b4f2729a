return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[        up[h] = scale[64 * h] * both;
        low[h] = scale[64 * h + 8] * both;]],
              [[        up[h] = scale[0] * both;
        low[h] = scale[8] * both;]]}},
  fails = "correct",
  why = "64 rows below, other scales hold",
}
