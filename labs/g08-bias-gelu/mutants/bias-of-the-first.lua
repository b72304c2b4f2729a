return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[q = *(const float4 *)(from + e);]==],
              [==[q = *(const float4 *)from;]==]}},
  fails = "correct", message = "bias_gelu",
  why = "eight columns with the bias of the first four",
}
