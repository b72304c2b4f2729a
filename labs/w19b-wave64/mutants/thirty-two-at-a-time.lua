return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[for (int from = 0; from < C; from += lanes) {
        int c = from + lane;
        bool keep = c < C && p[c] >= least;]=],
               [=[for (int from = 0; from < C; from += 32) {
        int c = from + lane;
        bool keep = lane < 32 && c < C && p[c] >= least;]=]}},
  fails = "profile", message = "vote",
  why = "half of the lanes of a wave of 64 look on while 32 columns are voted on",
}
