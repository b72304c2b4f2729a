return mutant {
  base = "reference", file = "together.cu",
  replace = {{[[    if (b.sum == 0)
        return a;
    if (a.sum == 0)
        return b;
]],
              [[]]}},
  fails = "correct", message = "softmax_grid",
  why = "a pair that has seen nothing is joined like any other: -infinity less -infinity is NaN",
}
