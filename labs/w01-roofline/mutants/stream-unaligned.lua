return mutant {
  base = "reference", file = "roofline.c",
  replace = {
    {"    for (; i < n && ((uintptr_t)(dst + i) & 15); i++)\n        dst[i] = src[i];\n", ""},
    {"    for (; i < n && ((uintptr_t)(dst + i) & 31); i++)"
     .. " /* vmovntps faults on any other address */\n        dst[i] = src[i];\n", ""},
    {"    for (; i < n && ((uintptr_t)(dst + i) & 63); i++)\n        dst[i] = src[i];\n", ""},
  },
  fails = "correct", message = "copy",
  why = "a streaming store needs an address that is a multiple of its width",
}
