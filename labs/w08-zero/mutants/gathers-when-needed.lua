return mutant {
  base = "reference", file = "zero.c",
  replace = {
    {"    fetch(z, l);\n    fetch(z, l + 1);", "    fetch(z, l);"},
    {"    fetch(z, l);\n    fetch(z, l - 1);", "    fetch(z, l);"},
  },
  fails = "profile", message = "vtime_ns",
  why = "right and small, and every layer is waited for",
}
