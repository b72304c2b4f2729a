return mutant {
  base = "reference", file = "ilp.cu", backend = "simt",
  replace = {{[[    if (4 * q + 4 <= n)
        return *(const float4 *)(x + 4 * q);
    return]],
              [[    if (4 * q < n)
        return *(const float4 *)(x + 4 * q);
    return]]}},
  fails = "sanitize", message = "past the end",
  why = "the last quad is read whole, behind the end of x",
}
