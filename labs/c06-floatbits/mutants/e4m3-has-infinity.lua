return mutant {
  base = "reference", file = "floatbits.c",
  replace = {
    {"f->special == FB_NAN ? all - 1 : all - (1u << f->M)",
     "all - (1u << f->M)"},
  },
  fails = "correct", message = "mismatch: e4m3: value",
  why = "E4M3 has no infinity: seven of the top binade's eight mantissas are numbers",
}
