return mutant {
  base = "reference", file = "rmsnorm.c", fails = "correct",
  replace = {{[[    for (; c < n; c++)
        sum += x[c] * x[c];
]], [[]]}},
  why = "what is left over behind the last whole vector is not added",
}
