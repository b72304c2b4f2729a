return mutant {
  base = "reference", file = "flash.cu",
  replace = {{[==[top = fmaxf(w.m[h], top * c);]==],
              [==[top = top * c;]==]}},
  fails = "correct", message = "seesaw",
  why = "the maximum is this tile's, not that of all so far: where it falls by hundreds alpha is infinite",
}
