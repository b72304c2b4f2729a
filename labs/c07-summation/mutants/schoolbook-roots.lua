return mutant {
  base = "reference", file = "summation.c",
  replace = {
    {"float q = -.5f * (b + copysignf(sqrtf(d), b)), first = q / a, second = c / q;",
     "float q = sqrtf(d), first = (-b + q) / (2 * a), second = (-b - q) / (2 * a);"},
  },
  fails = "correct", message = "root",
  why = "the small root is the difference of two numbers that are nearly alike",
}
