return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[    return (int)roundf(x * inverse);]==],
     [==[    return inverse != 0 ? (int)roundf(x / inverse) : 0;]==]},
    {[==[inverse = scale != 0 ? 1 / scale : 0;]==],
     [==[inverse = scale;]==]},
  },
  fails = "correct",
  why = "x over the scale is rounded once, x times its inverse twice",
}
