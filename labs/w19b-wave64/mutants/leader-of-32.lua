return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[__ffsll((long long)votes) - 1]=],
               [=[__ffs((int)votes) - 1]=]}},
  fails = "correct",
  why = "ffs looks at the lower half, so a wave that keeps only in its upper half has no leader",
}
