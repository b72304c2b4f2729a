return mutant {
  base = "reference", file = "roofline.c",
  replace = {
    {"    head = sum(head, cost_elementwise(S * S, 1, 1, 2, b));\n", ""},
  },
  fails = "correct", message = "mismatch",
  why = "unfused, scaling and masking is a kernel that reads and writes S x S",
}
