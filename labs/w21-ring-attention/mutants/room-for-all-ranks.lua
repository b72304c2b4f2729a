return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[    return room / token * P;]],
     [[    return P * room / token;]]},
  },
  fails = "correct", message = "lengths",
  why = "divides the room of all ranks together: the rests of several ranks make a token that none of them holds",
}
