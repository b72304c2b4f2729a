return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[            dlp[t] = -adv[i] / n;]==],
               [==[            dlp[t] = -adv[i] / n + beta / n;]==]}},
  fails = "correct", message = "dlp",
  why = "the KL in the return is differentiated, and the return is a constant",
}
