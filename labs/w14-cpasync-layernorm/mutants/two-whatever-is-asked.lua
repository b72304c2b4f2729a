return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{[[        stream<4>(x, g, b, y, R, C, eps);]],
              [[        stream<2>(x, g, b, y, R, C, eps);]]}},
  fails = "profile", message = "cpa_flight_B",
  why = "a ring of two stages, however many the launch has brought",
}
