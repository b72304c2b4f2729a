return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"    v = place[lane % WARPS];\n",
              "    if (threadIdx.x >= WARP)\n" ..
              "        return v;\n" ..
              "    v = place[lane % WARPS];\n"}},
  fails = "correct", message = "y[",
  why = "the first warp adds up the sums of the others and keeps the result for itself",
}
