return mutant {
  base = "reference", file = "bottleneck.cu", backend = "simt",
  replace = {{[==[whole = C % 4 ? 0 : C / 4;]==],
              [==[whole = C / 4;]==]}},
  fails = "sanitize", message = "misaligned",
  why = "16-byte loads of rows that begin off 16 bytes: right here, and an error on a GPU",
}
