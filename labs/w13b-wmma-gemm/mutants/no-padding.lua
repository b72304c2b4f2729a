return mutant {
  base = "reference", file = "wmma.cu",
  replace = {{"LD_K = DEEP + 8",
              "LD_K = DEEP"},
             {"A_SIZE = BIG * LD_K, B_SIZE = BIG * LD_K;",
              "A_SIZE = BIG * (DEEP + 8), B_SIZE = BIG * (DEEP + 8);"}},
  fails = "profile", message = "bank conflicts",
  why = "rows of the tile of A are 64 bytes apart: eight of them begin in two places of the banks",
}
