return mutant {
  base = "reference", file = "flash.cu",
  replace = {{[[return causal ? min(i + 1, S) : S;]],
              [[return causal ? min(i, S) : S;]]}},
  fails = "correct",
  why = "a row does not see its own key",
}
