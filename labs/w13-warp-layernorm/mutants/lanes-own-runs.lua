return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"        int c = e * step + first;\n" ..
              "        v[e] = c < C ? x[c] : 0;",
              "        int c = step == WARP ? first * HELD + e : e * step + first;\n" ..
              "        v[e] = c < C ? x[c] : 0;"},
             {"        if (e * step + first < C)",
              "        if ((step == WARP ? first * HELD + e : e * step + first) < C)"},
             {"        int c = e * step + first;\n" ..
              "        if (c < C)\n" ..
              "            y[c]",
              "        int c = step == WARP ? first * HELD + e : e * step + first;\n" ..
              "        if (c < C)\n" ..
              "            y[c]"}},
  fails = "profile", message = "ln_warp",
  why = "a lane owns a run of neighbours, so that lanes are a run apart: a sector for each float",
}
