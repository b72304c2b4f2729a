return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[for (int from = 0; from < C; from += lanes) {]=],
               [=[for (int from = 0; from < C; from += wave_size()) {]=]}},
  fails = "correct", message = "out",
  why = "a wave of half its lanes leaves out every second stretch of its row",
}
