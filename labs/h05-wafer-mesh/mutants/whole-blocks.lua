return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
static int share(int u, int v, int k)
{
    return u / v + (k < u % v);]],
     [[
static int share(int u, int v, int k)
{
    (void)k;
    return u / v;]]},
  },
  fails = "correct", message = "cycles, expected",
  why = "rounds blocks down",
}
