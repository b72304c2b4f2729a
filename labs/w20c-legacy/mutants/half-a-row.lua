return mutant {
  base = "reference", file = "legacy.cu",
  replace = {{[==[enum { OWN = WIDEST / 32 };]==],
              [==[enum { OWN = WIDEST / 64 };]==]}},
  fails = "correct", message = "softmax_rows(",
  why = "16 columns a lane: what lies beyond 512 is left out",
}
