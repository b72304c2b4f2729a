return mutant {
  base = "reference", file = "swizzle.cu",
  replace = {{"        int x = left + 2 * w, y = top",
              "        __syncthreads();\n        int x = left + 2 * w, y = top"}},
  fails = "limits", message = "bar.sync",
  simt = {fails = "profile", message = "bar of"},
  why = "nobody writes the tile any more: each further barrier is waiting for nothing",
}
