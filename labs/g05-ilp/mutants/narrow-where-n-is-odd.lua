return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[    if (4 * q + 4 <= n)
        return *(const float4 *)(x + 4 * q);]],
              [[    if (n % 4 && 4 * q + 4 <= n)
        return make_float4(x[4 * q], x[4 * q + 1], x[4 * q + 2], x[4 * q + 3]);
    if (4 * q + 4 <= n)
        return *(const float4 *)(x + 4 * q);]]}},
  fails = "profile", message = "sum-gate-3",
  why = "loads every quad element by element where n is no multiple of 4",
}
