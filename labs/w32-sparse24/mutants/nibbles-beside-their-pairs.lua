return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[nibbles[low] |= (uint64_t)two.nibble << 4 * q;]==],
              [==[nibbles[low] |= (uint64_t)two.nibble << 4 * (4 * t + q / 4);]==]}},
  fails = "correct",
  why = "a lane keeps the nibbles of its own groups, t, t + 4, t + 8, t + 12",
}
