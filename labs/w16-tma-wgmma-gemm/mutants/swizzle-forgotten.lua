return mutant {
  base = "reference", file = "hopper.cu",
  replace = {{[[((c ^ r % 8) << 4)]],
              [[(c << 4)]]}},
  fails = "correct",
  why = "reads the box as if TMA had laid it down row by row",
}
