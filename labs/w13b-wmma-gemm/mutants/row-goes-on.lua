return mutant {
  base = "reference", file = "wmma.cu",
  replace = {{"        one[w] = r < rows && c + w < cols ? from[w] : __float2half(0.f);",
              "        one[w] = r < rows && (size_t)r * cols + c + w < (size_t)rows * cols ? from[w] " ..
              ": __float2half(0.f);"}},
  fails = "correct",
  why = "only rows are guarded: behind the end of a row the next one is loaded, infinities with it",
}
