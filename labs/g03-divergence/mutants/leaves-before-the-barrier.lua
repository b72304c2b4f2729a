return mutant {
  base = "reference", file = "lanes.cu", backend = "simt",
  replace = {{"    int mine = i < n ? steps[i] : 0;\n    value[t] = i < n ? x[i] : 0;\n",
              "    if (i >= n)\n        return;\n    int mine = steps[i];\n    value[t] = x[i];\n"}},
  fails = "correct", message = "walk",
  why = "threads without an element leave, and the barriers and the tile's places behind them need everybody",
}
