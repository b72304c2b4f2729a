return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {"    int64_t mask = ((int64_t)1 << z.bits) - 1;",
     "    int64_t mask = (1 << z.bits % 32) - 1; /* what 1 << 32 is on most machines */"},
  },
  fails = "correct", message = "Swizzle<32,0,32>",
  why = "an offset has more bits than an int",
}
