return mutant {
  base = "reference", file = "transformer.c",
  replace = {
    {[[float re = v[i], im = v[hd / 2 + i], c]], [[float re = v[2 * i], im = v[2 * i + 1], c]]},
    {[[v[i] = re * c - im * s;]], [[v[2 * i] = re * c - im * s;]]},
    {[[v[hd / 2 + i] = re * s + im * c;]], [[v[2 * i + 1] = re * s + im * c;]]},
  },
  fails = "correct", message = "of its length",
  why = "neighbours form the pairs in other models; here number i pairs with hd/2 + i",
}
