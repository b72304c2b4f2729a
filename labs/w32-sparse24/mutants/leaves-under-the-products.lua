return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[    __syncthreads(); /* the last stage may still be read */
]==],
              [==[]==]}},
  fails = "sanitize", backend = "simt",
  why = "results go where another warp still reads its last stage",
}
