return mutant {
  base = "reference", file = "rms.cu",
  replace = {{"squares = squares + t * t;",
              "squares = squares + t * t;\n        float now = rsqrtf(sum(squares) / C + eps);\n" ..
              "        store(y, at + c, t * now * load(g, at + c, at + c < C, 0.f), at + c < C);"},
             {"    for (int c = BLOCK; c < C; c += BLOCK) {\n        auto t = load(x, at + c, at + c < C, 0.f);\n" ..
              "        store(y, at + c, t * scale * load(g, at + c, at + c < C, 0.f), at + c < C);\n    }\n", ""}},
  fails = "correct", message = "mismatch",
  why = "stores within the first walk, when the sum has only the turns so far",
}
