return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{[[square += (e[k] - mean) * (e[k] - mean);]],
              [[square += e[k] * e[k] - mean * mean;]]}},
  fails = "correct", message = "offset",
  why = "E[x²] - E[x]² in one walk: right around zero, and rubbish around 10,000",
}
