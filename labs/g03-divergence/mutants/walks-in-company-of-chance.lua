return mutant {
  base = "reference", file = "lanes.cu",
  replace = {{"    walk[atomicAdd(&place[mine], 1)] = mine * TILE + t;", "    walk[t] = mine * TILE + t;"}},
  fails = "profile", message = "act_thr",
  why = "sorts nothing: every warp walks as far as its longest lane",
}
