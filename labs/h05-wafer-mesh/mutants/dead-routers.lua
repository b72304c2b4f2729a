return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"        if (r.rx != c.from || !r.tx) {",
     [[
        if (w->dead[c.pe]) {
            faults |= WM_DEAD;
            continue;
        }
        if (r.rx != c.from || !r.tx) {]]},
  },
  fails = "correct",
  why = "a dead core's router passes nothing on",
}
