return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[return __popcll(votes &]=],
               [=[return __popc(votes &]=]}},
  fails = "correct",
  why = "popc takes 32 bits of the word",
}
