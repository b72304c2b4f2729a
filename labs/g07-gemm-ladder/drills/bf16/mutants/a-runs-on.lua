return mutant {
  base = "reference", file = "bf16.cu",
  replace = {{"ask(to->a + r * LD_A + k, A, M, K, row + r, k0 + k);",
              "ask(to->a + r * LD_A + k, A, 1, M * K, 0, row + r < M ? (row + r) * K + k0 + k : M * K);"}},
  fails = "correct", message = "K=40",
  why = "beyond K only B is made 0, and of A the next row is read: 0 times its NaN",
}
