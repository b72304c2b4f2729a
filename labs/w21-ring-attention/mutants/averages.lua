return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[(a * O[r * d + e] + b * o[r * d + e]) / sum;]],
     [[(O[r * d + e] + o[r * d + e]) / 2;]]},
  },
  fails = "correct", message = "mismatch: MO",
  why = "averages two answers, as if both had the same share of the softmax",
}
