return mutant {
  base = "reference", file = "bf16.cu",
  replace = {{"    __syncthreads(); /* the turns' memory is free */\n", ""}},
  fails = "sanitize", message = "race",
  why = "a warp stores its sums over tiles that a slower one still reads",
}
