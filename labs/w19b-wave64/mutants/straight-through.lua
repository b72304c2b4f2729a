return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[        if (x + r < C && y + c < R)
            out[(size_t)(x + r) * R + y + c] = tile[c][r];]=],
               [=[        if (x + c < C && y + r < R)
            out[(size_t)(x + c) * R + y + r] = tile[r][c];]=]}},
  fails = "profile", message = "g_st_sec",
  why = "out is stored as it was read: a sector for each float",
}
