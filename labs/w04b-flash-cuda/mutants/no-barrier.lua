return mutant {
  base = "reference", file = "flash.cu",
  replace = {{"        __syncthreads(); /* everybody is done with the tile before, or with Q */\n", ""}},
  fails = "sanitize", message = "race",
  simt = {fails = "correct", message = "mismatch: O"},
  why = "a tile is overwritten while slower warps still read the one before",
}
