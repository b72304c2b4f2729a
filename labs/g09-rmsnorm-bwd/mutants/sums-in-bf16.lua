return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[sums[e] += d[e] * v[e] * r;]==],
              [==[sums[e] = __bfloat162float(__float2bfloat16(sums[e] + d[e] * v[e] * r));]==]}},
  fails = "correct", message = "part",
  why = "running sums of dg in bf16: eight bits hold no more than a few hundred rows",
}
