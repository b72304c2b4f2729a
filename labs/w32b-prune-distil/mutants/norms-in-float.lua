return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[double sum[WIDE] = { 0 };]==],
              [==[float sum[WIDE] = { 0 };]==]},
             {[==[sum[k] += (double)X[t * in + c + k] * X[t * in + c + k];]==],
              [==[sum[k] += X[t * in + c + k] * X[t * in + c + k];]==]}},
  fails = "correct",
  why = "squares of many tokens are added in float",
}
