return mutant {
  base = "reference", file = "paged_attn.cu",
  replace = {{"float w = expf(weight[i] - top);", "float w = 1;"}},
  fails = "correct", message = "join",
  why = "splits are averaged as if each had the same sum of exponentials",
}
