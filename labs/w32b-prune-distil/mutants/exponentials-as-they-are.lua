return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[sum += exp((x[v] - (double)top) / T);]==],
              [==[sum += exp(x[v] / T);]==]},
             {[==[return top / T + log(sum);]==],
              [==[return log(sum);]==]}},
  fails = "correct",
  why = "e^1e4 is infinite",
}
