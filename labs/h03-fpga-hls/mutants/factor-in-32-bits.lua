return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[((int64_t)acc * mult +]],
     [[((int64_t)(int32_t)((uint32_t)acc * (uint32_t)mult) +]]},
  },
  fails = "correct", message = "expected",
  why = "an accumulator times a factor needs 64 bits",
}
