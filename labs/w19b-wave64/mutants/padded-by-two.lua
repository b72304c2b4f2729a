return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[tile[side][side + 1]]=],
               [=[tile[side][side + 2]]=]}},
  fails = "profile", message = "conf",
  why = "two floats of padding leave every other bank empty",
}
