return mutant {
  base = "reference", file = "flash.cu",
  replace = {{[==[top[h] = fmaxf(w.m[h], top[h] * c);]==],
              [==[top[h] = top[h] * c;]==]}},
  fails = "correct", message = "seesaw",
  why = "the maximum is this tile's, not that of all so far: where it falls by hundreds alpha is infinite",
}
