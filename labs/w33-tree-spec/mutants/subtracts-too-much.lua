return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[        mass = residual(w, refused ? NULL : p, q, mass / left, V);]==],
     [==[        mass = residual(w, refused ? NULL : p, q, 1 / left, V);]==]},
  },
  fails = "correct",
  why = "a residual that is not normalised loses its own share of q",
}
