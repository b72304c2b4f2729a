return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[
        xyz[k] = p[first + k];
    __syncthreads();]==],
              [==[        xyz[k] = p[first + k];]==]}},
  fails = "sanitize", message = "race",
  why = "reads its point before the neighbours have stored theirs",
}
