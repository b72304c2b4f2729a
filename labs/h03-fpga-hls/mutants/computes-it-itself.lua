return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[p = df_macc(dsp, upper[i] * (1 << FIELD) + lower[i], x[i], p);]],
     [[p += (int64_t)(upper[i] * (1 << FIELD) + lower[i]) * x[i] + 0 * df_macc(dsp, 0, 0, 0);]]},
  },
  fails = "correct", message = "the DSP slices have not computed it",
  why = "the sum is right, and no slice has multiplied",
}
