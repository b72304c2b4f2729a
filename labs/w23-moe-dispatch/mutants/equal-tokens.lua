return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[static int64_t coming(const disp_t *p, int r)
{
    int64_t sum = 0;
    for (int64_t e = 0; e < p->mine; e++)
        sum += p->have[r * p->mine + e];
    return sum;]],
     [[static int64_t coming(const disp_t *p, int r)
{
    return leaving(p, r);]]},
  },
  fails = "correct",
  why = "expects as many rows from a rank as it sends there",
}
