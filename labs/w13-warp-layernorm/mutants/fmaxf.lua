return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"    return a > b || a != a ? a : b;",
              "    return fmaxf(a, b);"}},
  fails = "correct", message = "top",
  why = "fmaxf returns the number where one of its arguments is a NaN, so a broken row goes unnoticed",
}
