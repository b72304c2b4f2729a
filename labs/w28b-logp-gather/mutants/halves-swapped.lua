return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[        x[2 * k] = __uint_as_float(two[k] << 16);
        x[2 * k + 1] = __uint_as_float(two[k] & 0xffff0000);]==],
               [==[        x[2 * k + 1] = __uint_as_float(two[k] << 16);
        x[2 * k] = __uint_as_float(two[k] & 0xffff0000);]==]}},
  fails = "correct", message = "gradient",
  why = "the upper half of a word is taken for the first logit: the gradient changes places with its neighbour",
}
