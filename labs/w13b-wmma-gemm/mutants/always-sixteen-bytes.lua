return mutant {
  base = "reference", file = "wmma.cu", backend = "simt",
  replace = {{"if (r < rows && cols % 8 == 0 && c < cols)",
              "if (r < rows && c + 8 <= cols)"}},
  fails = "sanitize", message = "misaligned",
  why = "16 bytes at a time, also where rows begin at odd places: right here, and an error on a GPU",
}
