return mutant {
  base = "reference", file = "rms.cu",
  replace = {{"    auto squares = first * first;",
              "    float top = 0;\n    for (int c = 0; c < C; c += BLOCK)\n" ..
              "        top = fmaxf(top, max(map(load(x, at + c, at + c < C, 0.f), " ..
              "[](float v) { return v * v; })));\n" ..
              "    auto squares = first * first / top;"},
             {"squares + t * t;", "squares + t * t / top;"},
             {"sum(squares) / C + eps", "sum(squares) / C * top + eps"}},
  fails = "profile", message = "g_ld_sec",
  why = "a walk for a maximum first, as softmax needs it: three in all",
}
