return mutant {
  base = "reference", file = "epilogue.cu",
  replace = {{[==[return v < 0 ? 0 : v; /* of NaN, NaN */]==],
              [==[return fmaxf(v, 0);]==]}},
  fails = "correct", message = "mismatch",
  why = "fmaxf of a NaN and 0 is 0",
}
