return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[adv[k] = same ? 0 : (reward[k]]==],
               [==[adv[k] = (reward[k]]==]}},
  fails = "correct", message = "no-variance",
  why = "seven times .1 have a mean that is not .1, and the difference is an advantage",
}
