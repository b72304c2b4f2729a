return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[        last = bucket_of(count, &k) << 21;]==],
              [==[        for (int64_t c = 0; c < 8 * in; c++)
            k += score[c % in] >> 31;
        last = bucket_of(count, &k) << 21;]==]}},
  fails = "profile", message = "c_loads",
  why = "right, and each score is looked at eight times more",
}
