return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[next[e] += __popc(same);]==],
              [==[next[e] += 1;]==]}},
  fails = "correct", message = "sort_choices",
  why = "several lanes with the same expert count as one",
}
