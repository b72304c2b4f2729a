return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    d->excluded |= 1u << AUTOGRAD | 1u << INPLACE_OR_VIEW;
]],
     [[]]},
  },
  fails = "correct",
  why = "inference_mode only stops recording: both keys are called as before",
}
