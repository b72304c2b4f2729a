return mutant {
  base = "reference", file = "epilogue.cu",
  replace = {{[==[        __syncthreads();
]==],
              [==[]==]}},
  fails = "sanitize", message = "async-hazard",
  why = "a warp reads what the copies of others have not brought, and fills what others still read",
}
