return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[__shared__ int count[MAX_E], first[MAX_E + 1], begin[MAX_E];]==],
              [==[__shared__ int count[MAX_E], first[MAX_E + 1];
    __shared__ unsigned short begin[MAX_E];]==]}},
  fails = "correct", message = "tile_list",
  why = "where an expert begins is kept in 16 bits",
}
