return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[    if (head > n)
        head = n;
]],
              [[]]}},
  fails = "correct", message = "axpy_4",
  why = "a range shorter than what stands before the first quad is overrun",
}
