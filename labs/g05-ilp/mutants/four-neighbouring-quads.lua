return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[            v[k] = *(const float4 *)(x + 4 * (q + k * T));]],
              [[            v[k] = *(const float4 *)(x + 4 * (4 * q - 3 * t + k));]]}},
  fails = "correct", message = "sum_16",
  why = "a thread takes 64 bytes in a row: its lanes are 64 bytes apart",
}
