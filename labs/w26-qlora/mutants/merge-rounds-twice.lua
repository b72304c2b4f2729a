return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"bf16_code((float)(w[i] + by * sum))",
     "bf16_code(w[i] + bf16_value(bf16_code((float)(by * sum))))"},
  },
  fails = "correct", message = "merge",
  why = "the difference is rounded to 16 bits, and then the sum",
}
