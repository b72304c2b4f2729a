return mutant {
  base = "reference", file = "lanes.cu",
  replace = {{"        uint2 v = *(const uint2 *)(x + i);\n" ..
              "        *(uint2 *)(y + i) = make_uint2(even_mix(v.x), odd_mix(v.y));\n",
              "        y[i] = even_mix(x[i]);\n        y[i + 1] = odd_mix(x[i + 1]);\n"}},
  fails = "profile", message = "g_ld_req",
  why = "no lane waits, but each of two requests uses every other float of its sectors",
}
