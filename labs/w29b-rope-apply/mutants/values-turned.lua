return mutant {
  base = "reference", file = "rope.cu",
  replace = {{[==[    return {t.v + h * hd, t.to_v + h * t.apart, 0};]==],
               [==[    return {t.v + h * hd, t.to_v + h * t.apart, 1};]==]}},
  fails = "correct",
  why = "v is turned like k",
}
