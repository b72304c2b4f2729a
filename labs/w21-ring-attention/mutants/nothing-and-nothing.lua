return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[        if (top == -INFINITY) {
            memset(O + r * d, 0, (size_t)d * sizeof *O);
            continue;
        }
]],
     [[]]},
  },
  fails = "correct", message = "mismatch: MO",
  why = "of two answers that saw nothing it takes the difference of two infinities",
}
