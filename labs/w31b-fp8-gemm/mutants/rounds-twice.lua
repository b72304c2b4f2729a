return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[y[i] = scale > 0 ? x[i] / scale : 0;]],
              [[y[i] = scale > 0 ? __bfloat162float(__float2bfloat16(x[i] / scale)) : 0;]]}},
  fails = "correct",
  why = "a quotient rounded to bfloat16 first may fall on a tie, and then to the wrong side",
}
