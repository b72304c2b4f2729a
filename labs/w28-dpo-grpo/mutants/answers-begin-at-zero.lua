return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[for (int t = from[i]; t < from[i + 1]; t++) {
            double share]==],
               [==[for (int t = from[i] - from[0]; t < from[i + 1] - from[0]; t++) {
            double share]==]}},
  fails = "correct", message = "empty-answers",
  why = "the first answer is taken to begin at token 0",
}
