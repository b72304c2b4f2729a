return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[(1ull << lane) - 1]=],
               [=[(1u << lane % 32) - 1]=]}},
  fails = "correct",
  why = "a 32-bit 1 is shifted by up to 63: undefined, and here by the rest of 32",
}
