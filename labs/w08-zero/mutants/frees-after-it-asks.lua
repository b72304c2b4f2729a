return mutant {
  base = "reference", file = "zero.c",
  replace = {
    {"    if (l > 0)\n        drop(z, l - 1);\n    fetch(z, l);\n    fetch(z, l + 1);",
     "    fetch(z, l);\n    fetch(z, l + 1);\n    if (l > 0)\n        drop(z, l - 1);"},
  },
  fails = "profile", message = "peak_B_max of train (case two-layers)",
  why = "asks for the next layer before the last one is freed: three at a time",
}
