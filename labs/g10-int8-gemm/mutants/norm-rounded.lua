return mutant {
  base = "reference", file = "int8.cu", backend = "simt",
  replace = {{[[v = make_float2(v.x * g[i].x, v.y * g[i].y);]],
              [[v = __bfloat1622float2(__floats2bfloat162_rn(v.x * g[i].x, v.y * g[i].y));]]}},
  fails = "correct",
  why = "rounds the normed row to bf16 before its codes, as two kernels would have done",
}
