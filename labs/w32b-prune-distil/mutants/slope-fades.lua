return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[grad[v] = (float)(T * (exp(lq) - p) / n);]==],
              [==[grad[v] = (float)((exp(lq) - p) / (T * n));]==]}},
  fails = "correct",
  why = "without T^2 the slope fades as the temperature rises",
}
