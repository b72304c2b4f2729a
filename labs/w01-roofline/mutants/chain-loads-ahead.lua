return mutant {
  base = "reference", file = "roofline.c",
  replace = {
    {"    for (int64_t i = 0; i < lanes; i++) {\n        float v = x[i];",
     "    float next = x[0];\n    for (int64_t i = 0; i < lanes; i++) {\n"
     .. "        float v = next;\n        next = x[i + 1];"},
  },
  fails = "sanitize", message = "overflow",
  why = "the next lane is loaded before anyone knows that there is one",
}
