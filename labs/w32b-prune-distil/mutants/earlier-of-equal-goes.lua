return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[        for (int64_t c = 0; c < in; c++) {
            int equal]==],
              [==[        for (int64_t c = in - 1; c >= 0; c--) {
            int equal]==]}},
  fails = "correct",
  why = "the mask is written from behind, so later ones of equal scores stay",
}
