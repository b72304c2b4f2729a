return mutant {
  base = "reference", file = "reduce.cu",
  replace = {{"    for (int width = blockDim.x, half; width > 1; width = half) {\n        half = (width + 1) / 2;\n" ..
              "        if (t < width - half)\n            s[t] += s[t + half];\n",
              "    for (int d = 1; d < blockDim.x; d *= 2) {\n        if (t % (2 * d) == 0 && t + d < blockDim.x)\n" ..
              "            s[t] += s[t + d];\n"}},
  fails = "profile", message = "act_thr",
  why = "right, and the tree is the interleaved one: every warp works with a few of its lanes",
}
