return mutant {
  base = "reference", file = "flash.cu",
  replace = {{"s[j] = col < seen ? t.s[r * LD_S + col] : -INFINITY;", "s[j] = t.s[r * LD_S + col];"},
             {"    int mine = visible(i, S, causal), last", "    int mine = S, last"}},
  fails = "correct", message = "mismatch: O",
  why = "keys past the end score 0 instead of -inf, and each takes a share of the weight",
}
