return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[total[n][i] = fmaf(part[n][i], i < 2 ? up : low, total[n][i]);]],
              [[total[n][i] = fmaf(part[n][i], up, total[n][i]);]]}},
  fails = "correct",
  why = "eight rows below, another scale holds",
}
