return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[        lp[t] = keep[2 * t] = keep[2 * t + 1] = 0;
        if (tok[t] == IGNORED)
            continue;]==],
               [==[        if (tok[t] == IGNORED)
            continue;]==]}},
  fails = "correct", message = "ignored-rows",
  why = "an ignored token's places are never written",
}
