return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[whole = C % 4 ? 0 : C / 4;]==],
              [==[whole = 0;]==]}},
  fails = "profile", message = "g_ld_req",
  why = "one float a load",
}
