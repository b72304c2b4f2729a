return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[{ place[i] = row; });]==],
              [==[{ place[i] = row < 0 ? -1 : static_cast<unsigned short>(row); });]==]}},
  fails = "correct", message = "sort_choices",
  why = "a row has 16 bits, so that the counters are half as large",
}
