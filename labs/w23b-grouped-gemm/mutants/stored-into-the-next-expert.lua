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
    {[==[off, tiles, d, ff))]==],
     [==[off, tiles, E, d, ff))]==]},
    {[==[i / 2 * FRAG, work.end, work.col]==],
     [==[i / 2 * FRAG, min(work.first + TILE, work.all), work.col]==]},
  },
  fails = "correct", message = "grouped_gemm",
  why = "a cut tile stores all of its 128 rows",
}
