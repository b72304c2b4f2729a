return mutant {
  base = "reference", file = "paged_attn.cu",
  replace = {
    {"    for (int pos = from + warp * AHEAD; pos < to; pos += WARPS * AHEAD) {\n",
     "    for (int only = 0; only < group; only++)\n" ..
     "    for (int pos = from + warp * AHEAD; pos < to; pos += WARPS * AHEAD) {\n"},
    {"                    if (h < group)\n                        head[h].take(fk, fv);",
     "                    if (h == only)\n                        head[h].take(fk, fv);"},
  },
  fails = "profile", message = "g_ld_sec of paged_attn (case gate)",
  why = "right, and the cache is read by every query head for itself: four times the bytes",
}
