return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[    for (int64_t r = 0; r < out; r++, W += in, mask += in) {]==],
              [==[    int64_t wide = in;
    if (out * in <= MAX_IN) {
        in *= out;
        drop *= out;
        out = 1;
    }
    for (int64_t r = 0; r < out; r++, W += in, mask += in) {]==]},
             {[==[score[c] = bits_of(fabsf(W[c]) * norm[c]);]==],
              [==[score[c] = bits_of(fabsf(W[c]) * norm[c % wide]);]==]}},
  fails = "correct",
  why = "one threshold for all rows: some outputs lose most of their inputs",
}
