return mutant {
  base = "reference", file = "floatbits.c",
  replace = {
    {"/* In 32 bits to the end:",
     "static uint8_t drop_of[256];\n" ..
     "\n" ..
     "/* In 32 bits to the end:"},
    {"    int32_t drop = low < 20 ? 20 : low > 31 ? 31 : low; /* 20 for normals, more below 2^-6 */",
     "    int32_t drop = drop_of[e];"},
    {", low = 141 - e;",
     ";"},
    {"    for (int64_t k = 0; k < n; k++)\n" ..
     "        y[k] = (uint8_t)e4m3(x[k]);",
     "    for (int e = 0; e < 256; e++)\n" ..
     "        drop_of[e] = (uint8_t)(141 - e < 20 ? 20 : 141 - e > 31 ? 31 : 141 - e);\n" ..
     "    for (int64_t k = 0; k < n; k++)\n" ..
     "        y[k] = (uint8_t)e4m3(x[k]);"},
  },
  fails = "profile", message = "c_loads",
  why = "a table is a load for each element, where a minimum and a maximum would do",
}
