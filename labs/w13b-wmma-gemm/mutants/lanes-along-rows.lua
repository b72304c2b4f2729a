return mutant {
  base = "reference", file = "wmma.cu",
  replace = {{"r = e / 32 * 8 + e % 8, k = e / 8 % 4 * 8",
              "r = e / 4, k = e % 4 * 8"}},
  fails = "profile", message = "bank conflicts",
  why = "eight lanes fill two whole rows, which overlap by 16 bytes modulo the banks",
}
