return mutant {
  base = "reference", file = "wmma.cu", backend = "simt",
  replace = {{"    if (row + TILE <= M && col + TILE <= N && N % 8 == 0) {",
              "    if (row + TILE <= M) {"}},
  fails = "correct",
  why = "the last tiles are stored whole, into the next row and behind the end of C",
}
