return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[tile[WIDTH][WIDTH + 1]]==],
              [==[tile[WIDTH][WIDTH + 2]]==]}},
  backend = "simt", fails = "profile", message = "sh_conf",
  why = "an even pitch: pairs of lanes meet",
}
