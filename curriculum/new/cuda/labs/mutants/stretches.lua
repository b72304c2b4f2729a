return mutant {
  base = "reference", file = "rmsnorm.cu", fails = "profile", message = "g_ld_eff",
  replace = {{[[    for (int c = t; c < C; c += THREADS)
        sum += x[row + c] * x[row + c];]], [[    int each = (C + THREADS - 1) / THREADS;
    for (int c = t * each; c < C && c < (t + 1) * each; c++)
        sum += x[row + c] * x[row + c];]]}},
  why = "each thread takes a stretch of the row, so the lanes of a warp are far apart",
}
