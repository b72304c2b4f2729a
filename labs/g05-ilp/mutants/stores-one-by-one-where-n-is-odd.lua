return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[    if (4 * q + 4 <= n) {
        *(float4 *)(y + 4 * q) = p;]],
              [[    if (4 * q + 3 < n && n % 4)
        y[4 * q + 3] = p.w;
    if (n % 4 == 0) {
        *(float4 *)(y + 4 * q) = p;]]}},
  fails = "profile", message = "g_st_req",
  why = "stores every quad element by element where n is no multiple of 4",
}
