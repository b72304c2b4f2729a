return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[            loss -= adv[i] * lp[t] / n;
            dlp[t] = -adv[i] / n;]==],
               [==[            loss -= adv[i] * lp[t] / n / (from[i + 1] - from[i]);
            dlp[t] = -adv[i] / n / (from[i + 1] - from[i]);]==]}},
  fails = "correct", message = "the loss is",
  why = "RLOO's answer is one action, and its log-probability a sum",
}
