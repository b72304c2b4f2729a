return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[sums[e] += d[e] * v[e] * r;]==],
              [==[sums[e] = d[e] * v[e] * r;]==]}},
  fails = "correct", message = "part",
  why = "each row replaces what the rows before it left in part",
}
