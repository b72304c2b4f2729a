return mutant {
  base = "reference", file = "legacy.cu", backend = "simt",
  replace = {{[==[float a = scale * k[from + i], b = scale * k[from + i + half];]==],
              [==[float a = k[from + i], b = k[from + i + half];]==]},
             {[==[        kc[to + i + half] = b * cs.x + a * cs.y;]==],
              [==[        kc[to + i + half] = b * cs.x + a * cs.y;
        kc[to + i] *= scale;
        kc[to + i + half] *= scale;]==]}},
  fails = "profile", message = "g_st_sec of append_kv",
  why = "a pass less, and still one too many: keys are stored, loaded, scaled and stored",
}
