return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {
    {[==[        stream<3>]==],
     [==[        stream<2>]==]},
  },
  fails = "profile", message = "three-stages-gate",
  why = "uses two stages where the launch brings three",
}
