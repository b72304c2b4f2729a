return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[        float4 u = *(const float4 *)(x + from + 4 * t), v = *(const float4 *)(y + from + 4 * t);]],
              [[        float2 a2 = *(const float2 *)(x + from + 4 * t), b2 = *(const float2 *)(x + from + 4 * t + 2);
        float4 u = make_float4(a2.x, a2.y, b2.x, b2.y), v = *(const float4 *)(y + from + 4 * t);]]}},
  fails = "profile", message = "axpy_4",
  why = "two float2 in place of one float4: two requests",
}
