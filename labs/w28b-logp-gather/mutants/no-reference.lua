return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[sum += lp[k] - ref[k];]==],
               [==[sum += lp[k] + 0 * ref[k];]==]}},
  fails = "correct", message = "margin",
  why = "the policy's log-probabilities alone",
}
