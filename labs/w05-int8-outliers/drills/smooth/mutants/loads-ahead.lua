return mutant {
  base = "reference", file = "smooth.c",
  replace = {{"    for (int i = 0; i < rows; i++, x += k)\n        for (int j = 0; j < k; j++)\n" ..
              "            top[j] = fmaxf(top[j], fabsf(x[j]));",
              "    float now = x[0];\n    for (int i = 0; i < rows; i++)\n        for (int j = 0; j < k; j++) {\n" ..
              "            float next = *++x;\n            top[j] = fmaxf(top[j], fabsf(now));\n" ..
              "            now = next;\n        }"}},
  fails = "sanitize", message = "overflow",
  why = "each element is loaded one step ahead, and behind the last one there is none",
}
