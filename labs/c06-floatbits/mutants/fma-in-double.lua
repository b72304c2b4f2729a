return mutant {
  base = "reference", file = "floatbits.c",
  replace = {
    {"    if (unusual(a, b, c, &ret))\n" ..
     "        return ret;\n" ..
     "",
     "    if (unusual(a, b, c, &ret))\n" ..
     "        return ret;\n" ..
     "    float x[3], y;\n" ..
     "    memcpy(x, (uint32_t[]){ a, b, c }, sizeof x);\n" ..
     "    y = (float)((double)x[0] * x[1] + x[2]);\n" ..
     "    memcpy(&ret, &y, sizeof ret);\n" ..
     "    if (y == y)\n" ..
     "        return ret;\n" ..
     ""},
  },
  fails = "correct", message = "mismatch: fma32",
  why = "the sum is rounded to double and then to float: twice",
}
