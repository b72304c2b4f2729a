return mutant {
  base = "reference", file = "review.c",
  replace = {
    {[==[            if (f(s, at[0], at[1], at[2], at[3]) != want)
                return TEST_FAULTY;]==],
     [==[            if (f(s, at[0], at[1], at[2], at[3]) != want ||
                f(s, 0, 0, s->heads, 0) != (int64_t)s->heads * s->dims)
                return TEST_FAULTY;]==]},
  },
  fails = "correct", message = "OFFSET",
  why = "an index that its size forbids is asked for, of which nothing is promised",
}
