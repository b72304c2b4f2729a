return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[    for (int64_t from = 0; from < k; from += B) {
        int64_t b]],
     [[    for (int64_t r = 0; r < n; r++)
        for (int64_t g = 0; g < groups; g++)
            grids[r * groups + g] = grid_of(how->bits, (g + 1) * how->group < k ? how->group : k - g * how->group,
                                            W + r * k + g * how->group);
    for (int64_t from = 0; from < k; from += B) {
        int64_t b]]},
    {[[        if (at % group == 0)
            grids[at / group] = grid_of(how->bits, at + group < k ? group : k - at, w + at);
]],
     [[        (void)k;
]]},
  },
  fails = "correct", message = "its grid is",
  why = "makes all grids from the weights as they came",
}
