return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{"            sum += v[e];", "            sum = __bfloat162float(__float2bfloat16(sum + v[e]));"}},
  fails = "correct", message = "mismatch",
  why = "the sum is kept in the type of the data: 8 bits of it survive",
}
