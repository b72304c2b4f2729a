return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {[[
        const __m256 b0 = _mm256_loadu_ps(b), b1 = _mm256_loadu_ps(b + 8);
        ROWS_6(STEP)]], [[
        const __m256 b0 = *(volatile const __m256 *)b, b1 = *(volatile const __m256 *)(b + 8);
        ROWS_6(STEP)]]},
  },
  fails = "correct", message = "sgemm_simd",
  why = "an aligned load of a row of B faults as soon as N is not a multiple of 8",
}
