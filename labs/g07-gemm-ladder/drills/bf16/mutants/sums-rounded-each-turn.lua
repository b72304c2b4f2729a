return mutant {
  base = "reference", file = "bf16.cu",
  replace = {{"stages + t % STAGES, wr, wc);\n",
              "stages + t % STAGES, wr, wc);\n" ..
              "        for (int e = 0; e < 64; e++) {\n" ..
              "            float *v = &sum[e / 16][e / 8 % 2].x[e % 8];\n" ..
              "            *v = __bfloat162float(__float2bfloat16(*v));\n        }\n"}},
  fails = "correct", message = "mismatch",
  why = "sums are rounded to bfloat16 after each turn, not once",
}
