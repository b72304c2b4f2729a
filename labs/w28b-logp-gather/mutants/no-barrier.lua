return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[    __syncthreads();
    for (int w = 1;]==],
               [==[    for (int w = 1;]==]}},
  fails = "correct",
  why = "one thread joins the eight warps before all of them have written",
}
