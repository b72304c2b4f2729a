return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    d->grad = 0;
    return g;]],
     [[    d->grad = 0;
    d->excluded |= 1u << AUTOGRAD;
    return g;]]},
  },
  fails = "correct",
  why = "no_grad takes autograd out of the set, as inference_mode does",
}
