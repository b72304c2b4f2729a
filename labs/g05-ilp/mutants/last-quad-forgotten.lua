return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[    for (long long q = t; 4 * q < n; q += T)
        s = add(s,]],
              [[    for (long long q = t; 4 * q + 4 <= n; q += T)
        s = add(s,]]}},
  fails = "correct", message = "sum_4",
  why = "only whole quads are added",
}
