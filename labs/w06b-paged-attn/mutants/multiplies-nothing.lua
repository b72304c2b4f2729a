return mutant {
  base = "reference", file = "paged_attn.cu",
  replace = {{"        if (weight[i] != -INFINITY) { /* 0 times NaN is NaN */\n", "        {\n"}},
  fails = "correct", message = "empty-splits",
  why = "an empty split has weight 0, and 0 times what its part holds is NaN",
}
