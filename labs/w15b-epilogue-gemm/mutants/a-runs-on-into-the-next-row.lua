return mutant {
  base = "reference", file = "epilogue.cu",
  replace = {
    {[==[void ask(const bf16 *matrix, int rows, int K, int row, int k0)]==],
     [==[void ask(const bf16 *matrix, int rows, int K, int row, int k0, bool runs_on = false)]==]},
    {[==[bool there = r < rows && k < K;]==],
     [==[bool there = r < rows && (k < K || (runs_on && (size_t)r * K + k < (size_t)rows * K));]==]},
    {[==[stages[t].a.ask(A, M, K, row, t * DEEP);]==], [==[stages[t].a.ask(A, M, K, row, t * DEEP, true);]==]},
    {[==[stages[next % STAGES].a.ask(A, M, K, row, next * DEEP);]==],
     [==[stages[next % STAGES].a.ask(A, M, K, row, next * DEEP, true);]==]},
  },
  fails = "correct", message = "M=20",
  why = "beyond K only B is made 0, and of A the next row is read: 0 times its NaN",
}
