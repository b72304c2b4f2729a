return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[sB + min(col / BN, all.wide - 1) * all.turns]],
              [[sB + min(row / BM, all.wide - 1) * all.turns]]}},
  fails = "correct",
  why = "B's scales go with columns of D",
}
