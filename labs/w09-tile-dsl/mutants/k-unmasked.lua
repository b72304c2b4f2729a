return mutant {
  base = "reference", file = "tiles.cu",
  replace = {{"auto ka = arange<BK>() + k0;", "auto ka = arange<BK>() + min(k0, max(K - BK, 0));"}},
  fails = "correct", message = "k40",
  why = "moves the last step back so that it fits, and adds what it has already added",
}
