return mutant {
  base = "reference", file = "floatbits.c",
  replace = {
    {"    wide sig = e ? m | 1ull << 52 : m;",
     "    double top = fb_decode(f, max_code(f));\n" ..
     "    if (x > top || x < -top)\n" ..
     "        return sign | (mode == FB_RZ ? max_code(f) : over_code(f));\n" ..
     "    wide sig = e ? m | 1ull << 52 : m;"},
  },
  fails = "correct", message = "mismatch: e4m3: ",
  why = "numbers less than half a step above the largest one round down to it",
}
