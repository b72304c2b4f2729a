return mutant {
  base = "reference", file = "transformer.c",
  replace = {
    {[[scale = 1 / sqrtf((float)hd);]], [[scale = 1 / (float)hd;]]},
  },
  fails = "correct", message = "heads-6-2",
  why = "a sum of hd products has deviation sqrt(hd), not hd",
}
