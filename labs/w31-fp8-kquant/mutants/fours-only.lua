return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[    for (int64_t i = 0; i < n; i++)
        q[i] = fp8_code(x[i], 3,]==],
     [==[    for (int64_t i = 0; i < n / 4 * 4; i++)
        q[i] = fp8_code(x[i], 3,]==]},
  },
  fails = "correct", message = "never written",
  why = "numbers are encoded four at a time, and the last of a length that is odd are left",
}
