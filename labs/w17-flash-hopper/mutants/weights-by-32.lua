return mutant {
  base = "reference", file = "flash.cu",
  replace = {{[==[static constexpr float SHIFT = 8; ]==],
              [==[static constexpr float SHIFT = 5; ]==]}},
  fails = "correct", message = "faint",
  why = "weights of 1.45 * 2^-14 times 32 are 1.45 of e4m3's smallest number, and lose all beyond 1",
}
