return mutant {
  base = "reference", file = "paged_attn.cu",
  replace = {{"float part = max[w][h] == -INFINITY ? 0 : exp2f(max[w][h] - top);",
              "float part = max[w][h] == -INFINITY ? 0 : 1;"}},
  fails = "correct", message = "mismatch",
  why = "each warp has its own maximum: their sums add up only at a common one",
}
