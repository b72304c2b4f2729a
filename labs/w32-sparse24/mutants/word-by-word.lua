return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[            *(uint4 *)to = make_uint4(word[0], word[1], word[2], word[3]);]==],
              [==[            for (int k = 0; k < 4; k++)
                *(unsigned *)(to + 2 * k) = word[k];]==]}},
  fails = "profile", message = "g_st_sec",
  why = "right, four bytes a store",
}
