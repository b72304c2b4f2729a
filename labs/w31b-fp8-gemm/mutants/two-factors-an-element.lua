return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[float up = row < M ? sA[(size_t)b * M4 + row] * scale[b] : 0;]],
              [[float up = row < M ? sA[(size_t)b * M4 + row] : 0;]]},
             {[[float low = row + 8 < M ? sA[(size_t)b * M4 + row + 8] * scale[b] : 0;]],
              [[float low = row + 8 < M ? sA[(size_t)b * M4 + row + 8] : 0;]]},
             {[[total[n][i] = fmaf(part[n][i], i < 2 ? up : low, total[n][i]);]],
              [[total[n][i] = fmaf(part[n][i] * scale[b], i < 2 ? up : low, total[n][i]);]]}},
  fails = "profile",
  why = "multiplies each sum by both scales in place of their product",
}
