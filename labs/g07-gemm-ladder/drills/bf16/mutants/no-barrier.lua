return mutant {
  base = "reference", file = "bf16.cu",
  replace = {{"        __syncthreads(); /* this turn is there", "        /* this turn is there"}},
  fails = "sanitize",
  why = "a warp reads what the copies of others have not brought",
}
