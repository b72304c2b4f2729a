return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"long long c = 64ll * blockIdx.x + threadIdx.x;",
     "long long c = 64ll * blockIdx.x + threadIdx.x % 32 * 2 + threadIdx.x / 32;"},
  },
  fails = "profile", message = "columns",
  why = "neighbouring lanes are two columns apart",
}
