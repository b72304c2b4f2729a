return mutant {
  base = "reference", file = "flash.cu",
  replace = {{[==[c = scale * LOG2_E * sq[head * all.high + x]]==],
              [==[c = .08838835f * LOG2_E * sq[head * all.high + x]]==]}},
  fails = "correct", message = "flash_fp8(O",
  why = "flash_fp8 multiplies scores by 1 / sqrt(128), whatever scale says",
}
