return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[same &= reward[k] == reward[0]]==],
               [==[same &= fabs(reward[k] - reward[0]) < 1e-6]==]}},
  fails = "correct", message = "nearly-equal",
  why = "a group whose rewards differ by 1e-8 is taken for one without variance",
}
