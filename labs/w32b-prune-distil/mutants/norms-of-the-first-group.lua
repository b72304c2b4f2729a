return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[norm[i % in + k]]==],
              [==[norm[k]]==]}},
  fails = "correct",
  why = "each group by the norms of the first channels",
}
