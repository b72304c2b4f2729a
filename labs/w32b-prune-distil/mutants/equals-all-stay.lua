return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[mask[c] = score[c] > last || equal;]==],
              [==[mask[c] = score[c] > last || score[c] == last;]==]}},
  fails = "correct",
  why = "everything at the threshold stays, however much that is",
}
