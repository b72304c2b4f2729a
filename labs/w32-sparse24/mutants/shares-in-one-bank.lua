return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[[ROWS + 4]]==],
              [==[[ROWS]]==]}},
  fails = "profile", message = "sh_conf",
  why = "right, four lanes meet in a bank",
}
