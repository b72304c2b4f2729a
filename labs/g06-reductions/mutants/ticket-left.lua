return mutant {
  base = "reference", file = "reduce.cu",
  replace = {{"atomicInc(ticket, gridDim.x - 1)", "atomicAdd(ticket, 1u)"}},
  fails = "correct", message = "mismatch",
  why = "the ticket stays where it is: the next launch never has a last block",
}
