return mutant {
  base = "reference", file = "flash.cu",
  replace = {{[==[static constexpr float SHIFT = 8; ]==],
              [==[static constexpr float SHIFT = 0; ]==]}},
  fails = "correct", message = "faint",
  why = "weights of 2^-11 are 0 in e4m3, and there are 128 of them",
}
