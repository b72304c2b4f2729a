return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"    if (__any_sync(ALL, mine) && threadIdx.x % WARP == 0)",
              "    if (mine)"}},
  fails = "profile", message = "atom_ser",
  why = "every lane that has found something does the atomic",
}
