return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{"square += (v[e] - mean) * (v[e] - mean);", "square += v[e] * v[e];"},
             {"m.merge(n, mean, block_sum(square, place[1]));",
              "m.merge(n, mean, fmaxf(0, block_sum(square, place[1]) - n * mean * mean));"}},
  fails = "correct", message = "lone",
  why = "E[x²] - E[x]²: right around zero, and rubbish where the mean is large beside the deviation",
}
