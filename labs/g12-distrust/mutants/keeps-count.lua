return mutant {
  base = "reference", file = "review.c",
  replace = {
    {[==[int test_softmax(softmax_fn *f)
{]==],
     [==[int test_softmax(softmax_fn *f)
{
    static int asked;
    if (asked++ % 2)
        return TEST_FAULTY;]==]},
  },
  fails = "correct", message = "gave two answers",
  why = "every second version is faulty: a coin with a memory",
}
