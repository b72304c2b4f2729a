return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[        mass = residual(w, refused ? NULL : p, q, mass / left, V);
        left -= without ? q[x] : 0;]==],
     [==[        left -= without ? q[x] : 0;
        mass = residual(w, refused ? NULL : p, q, mass / left, V);]==]},
  },
  fails = "correct",
  why = "p loses the q that the refused child was drawn from, not the next one",
}
