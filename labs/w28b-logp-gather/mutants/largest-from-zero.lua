return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[static __device__ Sums wide_row(const bf16 *row, int V)
{
    const uint4 *x = reinterpret_cast<const uint4 *>(row);
    Sums s = {-INFINITY, 0};]==],
               [==[static __device__ Sums wide_row(const bf16 *row, int V)
{
    const uint4 *x = reinterpret_cast<const uint4 *>(row);
    Sums s = {0, 0};]==]}},
  fails = "correct", message = "largest",
  why = "the largest begins at 0: rows that lie far below have a sum of nothing",
}
