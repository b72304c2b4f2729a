return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[r[F_L2_B] > 0 && r[F_LOCAL_B]]==],
              [==[r[F_LOCAL_B]]==]}},
  fails = "correct", message = "empty",
  why = "no bytes at all: zero is a quarter of zero",
}
