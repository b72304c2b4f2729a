return mutant {
  base = "reference", file = "flash.cu",
  replace = {{[==[static constexpr float SHIFT = 8; ]==],
              [==[static constexpr float SHIFT = 4; ]==]}},
  fails = "correct", message = "faint",
  why = "weights of 1.45 * 2^-14 times 16 are .7 of e4m3's smallest number, and become all of it",
}
