return mutant {
  base = "reference", file = "grouped.cu",
  replace = {
    {[==[    int first, end, col;]==],
     [==[    int first, end, col, all;]==]},
    {[==[int2 tile = reinterpret_cast<const int2 *>(tiles)[blockIdx.y];
]==],
     [==[int2 tile = reinterpret_cast<const int2 *>(tiles)[blockIdx.y];
    work->all = off[E];
]==]},
    {[==[const int *tiles, int d, int ff)
{
    int2]==],
     [==[const int *tiles, int E, int d, int ff)
{
    int2]==]},
    {[==[if (r < work.end && k < d)]==],
     [==[if (r < work.all && k < d)]==]},
    {[==[off, tiles, d, ff))]==],
     [==[off, tiles, E, d, ff))]==]},
  },
  fails = "profile", message = "g_ld_sec",
  why = "a cut tile loads the rows behind its own, which are the next expert's",
}
