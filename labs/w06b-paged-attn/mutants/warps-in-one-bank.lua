return mutant {
  base = "reference", file = "paged_attn.cu",
  replace = {
    {"            Raw<W>::put(meet.acc[warp][h] + lane * W, head[h].acc);\n",
     "            for (int x = 0; x < W; x++)\n                meet.acc[warp][h][lane * W + x] = head[h].acc[x];\n"},
  },
  fails = "profile", message = "sh_conf of paged_attn (case gate)",
  why = "lanes store one float each, W floats apart: W lanes meet in one bank",
}
