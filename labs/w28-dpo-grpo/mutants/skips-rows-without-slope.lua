return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[        if (tok[t] == IGNORED) {
            memset]==],
               [==[        if (slope == 0)
            continue;
        if (tok[t] == IGNORED) {
            memset]==]}},
  fails = "correct", message = "gradient",
  why = "a row whose g is 0 is skipped, and its logits stay where zeros belong",
}
