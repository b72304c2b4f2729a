return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[out[at + rank_in(votes, lane)] = i;]=],
               [=[out[at] = i;]=]}},
  fails = "correct",
  why = "all lanes of a wave store at its first place",
}
