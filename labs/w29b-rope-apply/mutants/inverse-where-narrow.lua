return mutant {
  base = "reference", file = "rope.cu",
  replace = {
    {[=[    float c = row[i], s = sign * row[pairs + i];]=],
     [=[    float c = row[i], s = sign * row[pairs + i];
    if (sign < 0) {
        float o = 1 / (c * c + s * s);
        c *= o, s *= o;
    }]=]},
  },
  fails = "correct",
  why = [[the gradient of a scaled rotation is scaled alike: this is its inverse, where a piece is one pair]],
}
