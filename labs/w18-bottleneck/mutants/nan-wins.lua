return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[a.compute = fmaxf(fmaxf(a.part[U_FLOPS], a.part[U_TENSOR]), a.part[U_ISSUE]);]==],
              [==[
float ab = a.part[U_FLOPS] < a.part[U_TENSOR] ? a.part[U_TENSOR] : a.part[U_FLOPS];
    a.compute = ab < a.part[U_ISSUE] ? a.part[U_ISSUE] : ab;]==]}},
  fails = "correct", message = "speed_of_light",
  why = "a maximum by comparison, which keeps a NaN that stands first",
}
