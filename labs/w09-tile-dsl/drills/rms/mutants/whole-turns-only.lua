return mutant {
  base = "reference", file = "rms.cu",
  replace = {{"c < C; c += BLOCK) {\n        auto t = load(x, at + c, at + c < C, 0.f);\n        squares",
              "c + BLOCK <= C; c += BLOCK) {\n        auto t = load(x, at + c, at + c < C, 0.f);\n        squares"}},
  fails = "correct", message = "1025",
  why = "the last turn, which is not full, is left out of the sum",
}
