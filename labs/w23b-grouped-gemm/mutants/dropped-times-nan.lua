return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[            if (row >= 0 && c < d)
                add_octet(sum, by, answers + (size_t)row * d + c);]==],
              [==[            if (c < d)
                add_octet(sum, row < 0 ? 0 * by : by, answers + (size_t)max(row, 0) * d + c);]==]}},
  fails = "correct", message = "unpermute",
  why = "a dropped choice is multiplied by its weight: 0 times NaN",
}
