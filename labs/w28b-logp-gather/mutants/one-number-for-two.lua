return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[float top = keep[2 * t], rest = keep[2 * t + 1], slope]==],
               [==[float top = keep[2 * t] + keep[2 * t + 1], rest = 0, slope]==]}},
  fails = "correct", message = "flat",
  why = "largest and log of the sum become one float, which has no digits for the latter",
}
