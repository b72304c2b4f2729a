return mutant {
  base = "reference", file = "tiles.cu",
  replace = {{"auto e = exp(v - max(v));",
              "auto top = max(v);\n    auto again = load(x, at, in, -INFINITY);\n"..
              "    auto e = exp(again - top);"}},
  fails = "profile", message = "g_ld_sec",
  why = "loads the row once for the maximum and once for the rest, though it still has it",
}
