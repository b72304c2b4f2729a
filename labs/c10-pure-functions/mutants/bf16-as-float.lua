return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[out->dtype == BF16 ? "bf16" : ""]],
     [[out->dtype > F32 ? "bf16" : ""]]},
  },
  fails = "correct", message = "result",
  why = "rounds bf16 nowhere but at the end of a sum",
}
