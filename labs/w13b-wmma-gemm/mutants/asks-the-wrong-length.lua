return mutant {
  base = "reference", file = "wmma.cu", backend = "simt",
  replace = {{"if (r < rows && cols % 8 == 0 && c < cols)",
              "if (r < rows && (cols % 8 == 0 || rows % 8 == 0) && c + 8 <= cols)"}},
  fails = "sanitize", message = "misaligned",
  why = "B goes 16 bytes at a time where K is a multiple of 8: its rows are as long as N",
}
