return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[        tops[t / 32] = top;
    __syncthreads();]],
              [[        tops[t / 32] = top;]]}},
  fails = "sanitize",
  why = "reads what other warps found before they have",
}
