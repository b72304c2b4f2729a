return mutant {
  base = "reference", file = "legacy.cu", backend = "simt",
  replace = {{[==[bool whole = L % 4 == 0;]==],
              [==[bool whole = true;]==]}},
  fails = "sanitize", message = "misaligned",
  why = "loads of 16 bytes, though a row of 1,025 floats ends off 16 bytes",
}
