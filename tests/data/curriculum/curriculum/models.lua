return models {
  tiny = { name = "Tiny", source = "made up", L = 2, d = 64 },
}
