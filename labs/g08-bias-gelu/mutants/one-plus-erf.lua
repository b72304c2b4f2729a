return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[v * (form == ERF ? .5f * erfcf(-.70710678f * v) : gate(v, &twice));]==],
              [==[v * (form == ERF ? .5f * (1 + erff(.70710678f * v)) : gate(v, &twice));]==]}},
  fails = "correct", message = "expected",
  why = "1 + erf cancels: from -5.5 on it is 0",
}
