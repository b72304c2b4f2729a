return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[__syncthreads(); /* what this buffer held]==],
              [==[/* what this buffer held]==]}},
  backend = "simt",  fails = "sanitize", message = "race",
  why = "a warp multiplies what others have not brought yet",
}
