return mutant {
  base = "reference", file = "ilp.cu", backend = "simt",
  replace = {{[[        float4 next = quad(x, q + T, n);]],
              [[        float4 next = *(const float4 *)(x + 4 * (q + T));]]}},
  fails = "correct", message = "poly",
  why = "the next quad is asked for without looking whether there is one",
}
