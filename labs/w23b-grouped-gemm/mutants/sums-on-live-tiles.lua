return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[    __syncthreads();
    float *piece]==],
              [==[    float *piece]==]}},
  backend = "simt",  fails = "sanitize", message = "race",
  why = "sums are put where other warps still read the last turn",
}
