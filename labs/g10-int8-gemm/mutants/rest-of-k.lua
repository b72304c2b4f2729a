return mutant {
  base = "reference", file = "int8.cu", backend = "simt",
  replace = {{[[turns = (K + ROW - 1) / ROW, sum[64];]],
              [[turns = max(K / ROW, 1), sum[64];]]}},
  fails = "correct",
  why = "makes whole turns only: what is left of K is not multiplied",
}
