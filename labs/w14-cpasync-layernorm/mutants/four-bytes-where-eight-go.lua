return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {
    {[==[        else if (C % 2 == 0)
            copy<2>(to, from, C);
]==],
     [==[]==]},
  },
  fails = "profile", message = "even-gate",
  why = "copies 4 bytes a lane where every row begins at a multiple of 8",
}
