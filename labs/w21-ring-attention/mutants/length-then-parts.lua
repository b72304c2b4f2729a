return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[    return room / token * P;]],
     [[    return room * P / token;]]},
  },
  fails = "correct", message = "lengths",
  why = "multiplies before it rounds: ranks would have parts of tokens",
}
