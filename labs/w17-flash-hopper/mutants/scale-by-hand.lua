return mutant {
  base = "reference", file = "flash.cu",
  replace = {{[==[consume(&O, LSE, b, all, scale * LOG2_E, g - 1, t);]==],
              [==[consume(&O, LSE, b, all, .08838835f * LOG2_E, g - 1, t);]==]}},
  fails = "correct", message = "seesaw",
  why = "scores are multiplied by 1 / sqrt(128), whatever scale says",
}
