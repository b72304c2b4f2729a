return mutant {
  base = "reference", file = "bf16.cu",
  replace = {{"    __pipeline_memcpy_async(to, there ?",
              "    if (!there)\n        return;\n    __pipeline_memcpy_async(to, there ?"}},
  fails = "correct", message = "mismatch",
  why = "where a matrix has ended nothing is copied and nothing made 0: the products take what the stage held",
}
