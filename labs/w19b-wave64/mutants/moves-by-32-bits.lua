return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[        at += __popcll(votes);]=],
               [=[        at += __popc(votes);]=]}},
  fails = "correct",
  why = "the next place moves on by the votes of the lower half",
}
