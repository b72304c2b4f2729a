return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[    int64_t used = 0;]==],
     [==[    int32_t used = 0;]==]},
    {[==[        used += bytes[l * widths];]==],
     [==[        used = (int32_t)(used + bytes[l * widths]);]==]},
    {[==[        used += size[1] - size[0];]==],
     [==[        used = (int32_t)(used + size[1] - size[0]);]==]},
  },
  fails = "correct", message = "mismatch",
  why = "the bytes of a model are counted in 32 bits",
}
