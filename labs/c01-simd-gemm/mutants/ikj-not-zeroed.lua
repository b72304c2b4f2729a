return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {[[
    zero(M, N, C);
    for (int i = 0; i < M; i++) {
        float *restrict c = C]], [[
    for (int i = 0; i < M; i++) {
        float *restrict c = C]]},
  },
  fails = "correct", message = "mismatch",
  why = "C is added to without having been set to zero",
}
