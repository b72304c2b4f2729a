return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[        if (counts) {
            uint4 raw = x[k];
            eight(raw, in);]==],
               [==[        uint4 raw = x[k];
        eight(raw, in);
        if (counts) {]==]}},
  fails = "profile", message = "g_ld_sec of logp_bwd",
  why = "loads rows of ignored tokens, whose zeros need no load",
}
