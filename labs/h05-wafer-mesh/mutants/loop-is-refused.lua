return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"            faults |= WM_LOOP;",
     "            faults |= WM_REFUSED;"},
  },
  fails = "correct", message = "WM_LOOP",
  why = "a word that comes home counts as one that was refused",
}
