return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[    float x = xyz[3 * t], y = xyz[3 * t + 1], z = xyz[3 * t + 2];]==],
              [==[    float x = p[3ll * i], y = p[3ll * i + 1], z = p[3ll * i + 2];]==]}},
  fails = "profile", message = "g_ld_",
  why = "each thread loads its own point: a third of each sector is used",
}
