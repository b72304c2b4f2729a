return mutant {
  base = "reference", file = "rope.cu",
  replace = {
    {[=[    piece<VEC>(s, row + hd / 2 + at, sign);]=],
     [=[    piece<VEC>(s, row + hd / 2 + at, sign);
    if (sign < 0)
        for (int k = 0; k < VEC; k++) {
            float o = 1 / (c[k] * c[k] + s[k] * s[k]);
            c[k] *= o, s[k] *= o;
        }]=]},
  },
  fails = "correct",
  why = [[the gradient of a scaled rotation is scaled alike: this is its inverse, for halves]],
}
