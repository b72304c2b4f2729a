return mutant {
  base = "reference", file = "roofline.c",
  replace = {
    {"        copy_sse(dst, src, n);",
     "        copy_sse(dst, src, n);\n    for (int64_t i = 0; i < n; i++)\n"
     .. "        if (dst[i] != src[i])\n            dst[i] = src[i];"},
  },
  fails = "profile", message = "c_bytes",
  why = "comparing what was written with the source doubles the traffic",
}
