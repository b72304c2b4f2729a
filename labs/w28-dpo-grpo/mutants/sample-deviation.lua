return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[square += (reward[k] - mean) * (reward[k] - mean) / K;]==],
               [==[square += (reward[k] - mean) * (reward[k] - mean) / (K - 1);]==]}},
  fails = "correct", message = "GRPO's advantage",
  why = "divides by K - 1 under the root",
}
