return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[ldmatrix(b, &s.x[n][(4 * S + lane / 8) ^ n % 8]);]==],
              [==[ldmatrix(b, &s.x[n][4 * S + lane / 8]);]==]}},
  fails = "correct",
  why = "pieces are read where they would lie without the XOR",
}
