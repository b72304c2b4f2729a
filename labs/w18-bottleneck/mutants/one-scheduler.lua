return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[a.part[U_ISSUE] = r[F_INST] / (slots * 4);]==],
              [==[a.part[U_ISSUE] = r[F_INST] / slots;]==]}},
  fails = "correct", message = "speed_of_light",
  why = "an SM issues four instructions a cycle, one for each scheduler",
}
