return mutant {
  base = "reference", file = "first.cu",
  replace = {{"return (long long)block * threads + thread;", "return block * threads + thread;"}},
  fails = "correct", message = "more than 32 bits",
  why = "the product is unsigned, 32 bits wide, before it becomes a long long",
}
