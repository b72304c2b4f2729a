return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[ldmatrix(b, &s.x[n][(4 * S + lane / 8) ^ n % 8]);]==],
              [==[ldmatrix(b, &s.x[n][4 * S + lane / 8]);]==]},
             {[==[copy16(&s.x[n][c ^ n % 8],]==],
              [==[copy16(&s.x[n][c],]==]}},
  fails = "profile", message = "sh_conf",
  why = "right, eight rows of a matrix in the same banks",
}
