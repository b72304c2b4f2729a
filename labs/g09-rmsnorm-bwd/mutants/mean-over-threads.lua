return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[block_sum(sum, place) / C]==],
              [==[block_sum(sum, place) / THREADS]==]}},
  fails = "correct", message = "one",
  why = "divides by the number of threads, as if each had one element",
}
