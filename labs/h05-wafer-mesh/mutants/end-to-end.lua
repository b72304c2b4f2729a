return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"#define WM_TREES 1",
     "#define WM_TREES 0"},
  },
  fails = "profile",
  why = "one chain from the western end to the eastern",
}
