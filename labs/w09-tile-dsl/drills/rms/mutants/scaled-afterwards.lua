return mutant {
  base = "reference", file = "rms.cu",
  replace = {{"squares = squares + t * t;",
              "squares = squares + t * t;\n" ..
              "        store(y, at + c, t * load(g, at + c, at + c < C, 0.f), at + c < C);"},
             {"auto t = load(x, at + c, at + c < C, 0.f);\n        store(y, at + c, t * scale * load(g, " ..
              "at + c, at + c < C, 0.f), at + c < C);",
              "store(y, at + c, load(y, at + c, at + c < C, 0.f) * scale, at + c < C);"}},
  fails = "profile", message = "g_st_sec",
  why = "stores x times gain during the first walk and scales y in the second: y moves three times",
}
