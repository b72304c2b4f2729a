return mutant {
  base = "reference", file = "flash.cu",
  replace = {{"constexpr int PAD = 8; ", "constexpr int PAD = 0; "}},
  fails = "profile", message = "bank conflicts",
  why = "rows of a multiple of 128 bytes: the eight rows of a fragment's block begin in one bank",
}
