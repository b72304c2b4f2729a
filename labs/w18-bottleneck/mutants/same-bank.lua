return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[tile[WIDTH][WIDTH + 1]]==],
              [==[tile[WIDTH][WIDTH]]==]}},
  fails = "profile", message = "sh_conf",
  why = "rows begin 64 words apart: 32 lanes meet in one bank",
}
