return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {"        double u = 1 / seconds[k], v = bytes[k] / seconds[k];\n" ..
     "        uu += u * u, uv += u * v, vv += v * v;\n" ..
     "        u1 += u, v1 += v;",
     "        double u = 1, v = bytes[k];\n" ..
     "        uu += u * u, uv += u * v, vv += v * v;\n" ..
     "        u1 += seconds[k], v1 += v * seconds[k];"},
  },
  fails = "correct", message = "case measured",
  why = "squares of microseconds: the largest size outweighs all others, and alpha is noise",
}
