return mutant {
  base = "reference", file = "roofline.c",
  replace = {
    {"            v = fmaf(v, v, c);\n",
     "        {\n            volatile float square = v * v;\n"
     .. "            v = square + c;\n        }\n"},
  },
  fails = "correct", message = "mismatch",
  why = "v*v rounded before the addition is another number; the map makes it grow",
}
