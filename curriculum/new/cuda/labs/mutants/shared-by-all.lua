return mutant {
  base = "reference", file = "rmsnorm.cu", fails = "sanitize", message = "race",
  backend = "simt", -- a GPU may get away with it
  replace = {{"    float scale = 1", "    __shared__ float scale;\n    scale = 1"}},
  why = "every thread writes the one word that all of them read, and no barrier stands between",
}
