return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[((2 * j + lane / 16 ^ row % 8) << 4)]],
              [[((2 * j + lane / 16) << 4)]]}},
  fails = "correct",
  why = "TMA undoes a swizzle that nobody has made",
}
