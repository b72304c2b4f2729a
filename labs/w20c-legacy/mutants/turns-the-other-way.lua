return mutant {
  base = "reference", file = "legacy.cu",
  replace = {{[==[a * cs.x - b * cs.y]==],
              [==[a * cs.x + b * cs.y]==]},
             {[==[b * cs.x + a * cs.y]==],
              [==[b * cs.x - a * cs.y]==]}},
  fails = "correct", message = "append_kv(",
  why = "the sine with the wrong sign: keys turn backwards",
}
