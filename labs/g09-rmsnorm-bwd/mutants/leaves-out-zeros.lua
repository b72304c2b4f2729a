return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[            sums[e] += d[e] * v[e] * r;]==],
              [==[            sums[e] += d[e] ? d[e] * v[e] * r : 0;]==]}},
  fails = "correct", message = "nan-x",
  why = "where dy is 0 it saves the product, and the NaN of x",
}
