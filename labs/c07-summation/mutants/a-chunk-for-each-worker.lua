return mutant {
  base = "reference", file = "summation.c",
  replace = {
    {"    for (int64_t b = w; b * SM_BLOCK < n; b += W) {\n" ..
     "        int64_t left = n - b * SM_BLOCK;\n" ..
     "        part[b] = sm_pairwise(left < SM_BLOCK ? left : SM_BLOCK, x + b * SM_BLOCK);\n" ..
     "    }",
     "    int64_t blocks = (n + SM_BLOCK - 1) / SM_BLOCK, from = n * w / W, to = n * (w + 1) / W;\n" ..
     "    for (int64_t b = w; b < blocks; b += W)\n" ..
     "        part[b] = b < W ? sm_pairwise(to - from, x + from) : 0;"},
  },
  fails = "correct", message = "workers",
  why = "where a chunk ends depends on the number of workers, and so do the bits",
}
