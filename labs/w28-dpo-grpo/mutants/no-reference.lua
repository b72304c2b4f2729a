return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[beta * ((chosen[i] - ref_chosen[i]) - (rejected[i] - ref_rejected[i]))]==],
               [==[beta * (chosen[i] - rejected[i] + 0 * (ref_chosen[i] - ref_rejected[i]))]==]}},
  fails = "correct", message = "margin[",
  why = "the margin of the policy alone: what the reference thinks is left out",
}
