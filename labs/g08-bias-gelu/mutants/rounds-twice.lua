return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[                float u = v.v[e] + b[e];]==],
              [==[                float u = __bfloat162float(__float2bfloat16(v.v[e] + b[e]));]==]}},
  fails = "correct", message = "bias_gelu",
  why = "x + bias is rounded to bf16 before GELU",
}
