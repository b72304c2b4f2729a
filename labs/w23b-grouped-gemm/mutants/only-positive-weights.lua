return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[            if (row >= 0 && c < d)
                add_octet(sum, by,]==],
              [==[            if (row >= 0 && by > 0 && c < d)
                add_octet(sum, by,]==]}},
  fails = "correct", message = "unpermute",
  why = "a weight below 0 is taken for that of a dropped choice",
}
