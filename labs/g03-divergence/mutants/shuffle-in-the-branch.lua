return mutant {
  base = "reference", file = "lanes.cu", backend = "simt",
  replace = {{"    base = __shfl_sync(ALL, base, 0);\n    if (keep)\n        out[",
              "    if (keep)\n        base = __shfl_sync(ALL, base, 0);\n    if (keep)\n        out["}},
  fails = "correct", message = "compact",
  why = "a full mask where only those who keep something arrive, and lane 0 need not be one of them",
}
