return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[a.part[U_SHARED] = r[F_SH_WAVE] / slots;]==],
              [==[a.part[U_SHARED] = r[F_SH_WAVE] / (slots * 4);]==]}},
  fails = "correct", message = "speed_of_light",
  why = "four wavefronts a cycle, as if each scheduler had a shared memory",
}
