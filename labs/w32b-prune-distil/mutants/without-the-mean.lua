return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[grad[v] = (float)(T * exp(lq) * (lq - (teacher[v] / T - lt) - kl) / n);]==],
              [==[grad[v] = (float)(T * exp(lq) * (lq - (teacher[v] / T - lt)) / n);]==]}},
  fails = "correct",
  why = "as if probabilities could rise without others falling",
}
