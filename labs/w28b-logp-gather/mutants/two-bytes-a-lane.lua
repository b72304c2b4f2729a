return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[    if (token != IGNORED)
        s = block_sums(V % VEC ? narrow_row(row, V) : wide_row(row, V));]==],
               [==[    if (token != IGNORED)
        s = block_sums(narrow_row(row, V));]==]}},
  fails = "profile", message = "g_ld_req",
  why = "right, one logit a load",
}
