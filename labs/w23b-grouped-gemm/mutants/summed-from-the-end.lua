return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[        float2 sum[4] = {};
        for (int j = 0; j < k; j++) {]==],
              [==[        float2 sum[4] = {};
        for (int j = k - 1; j >= 0; j--) {]==]}},
  fails = "correct", message = "unpermute",
  why = "the last choice is added first, and what large terms leave of small ones is another number",
}
