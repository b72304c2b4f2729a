return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[double want = refused ? w[x] : p[x], had = q[x] * mass / left;]==],
     [==[float want = (float)(refused ? w[x] : p[x]), had = (float)(q[x] * mass / left);
        want = want < had ? want / had : 1, had = 1;]==]},
  },
  fails = "correct", message = "mismatch: law",
  why = "the law is compared to twelve digits: a quotient in float has seven",
}
