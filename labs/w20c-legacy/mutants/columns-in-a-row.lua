return mutant {
  base = "reference", file = "legacy.cu", backend = "simt",
  replace = {{[==[lane + 32 * j < C ? row[lane + 32 * j]]==],
              [==[OWN * lane + j < C ? row[OWN * lane + j]]==]},
             {[==[        if (lane + 32 * j < C)
            y[(long long)r * C + lane + 32 * j]]==],
              [==[        if (OWN * lane + j < C)
            y[(long long)r * C + OWN * lane + j]]==]}},
  fails = "profile", message = "g_ld_sec of softmax_rows",
  why = "a lane has 32 neighbouring columns: each request touches 32 sectors",
}
