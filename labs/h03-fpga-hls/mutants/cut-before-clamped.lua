return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[==[    int64_t v = ((int64_t)acc * mult + (INT64_C(1) << (shift - 1))) >> shift, lo]==],
     [==[    int32_t v = (int32_t)(((int64_t)acc * mult + (INT64_C(1) << (shift - 1))) >> shift), lo]==]},
  },
  fails = "correct",
  why = "stores in 32 bits what is clamped then",
}
