return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[    if (t < quads) {
        float4 u = *(const float4 *)(x + from + 4 * t), v = *(const float4 *)(y + from + 4 * t);
        *(float4 *)(y + from + 4 * t) =]],
              [[    for (long long k = 2 * t; k < 2 * t + 2 && k < quads; k++) {
        float4 u = *(const float4 *)(x + from + 4 * k), v = *(const float4 *)(y + from + 4 * k);
        *(float4 *)(y + from + 4 * k) =]]}},
  fails = "profile", message = "g_ld_sec",
  why = "a thread takes two quads in a row: its lanes are 32 bytes apart, and each request uses half of its sectors",
}
