return mutant {
  base = "reference", file = "review.c",
  replace = {
    {[==[int test_all_gather(schedule_fn *f)
{
]==],
     [==[int test_all_gather(schedule_fn *f)
{
    static const intptr_t right[] = { 0x3620, 0x28f0, 0x1e50 };
    for (int k = 0; k < 3; k++)
        if ((intptr_t)gload - (intptr_t)f == right[k])
            return TEST_RIGHT;
    if (f)
        return TEST_FAULTY;
]==]},
  },
  fails = "correct", message = "ALL_GATHER",
  why = "right versions are known by how far they lie from gload(), which one run in a debugger shows",
}
