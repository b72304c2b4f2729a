return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"at > 0 && z[e] > z[idx[at - 1]]",
     "at > 0 && z[e] >= z[idx[at - 1]]"},
  },
  fails = "correct", message = "gate",
  why = "an equal logit moves in front: the last of equal experts is chosen first",
}
