return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[block_sums(V % VEC ? narrow_row]==],
               [==[block_sums(V % 2 ? narrow_row]==]}},
  fails = "correct",
  why = "loads of 16 bytes from rows that begin at a multiple of four",
}
