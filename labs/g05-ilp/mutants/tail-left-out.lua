return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[    if (tail + t < end)
        y[tail + t] = a * x[tail + t] + y[tail + t];
]],
              [[    (void)tail, (void)end;
]]}},
  fails = "correct", message = "axpy_4",
  why = "what is left behind the last whole quad is not done",
}
