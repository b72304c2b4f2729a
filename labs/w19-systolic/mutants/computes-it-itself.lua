return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {"        collect(&p, clock, &out, C);\n    }\n",
     "    }\n    for (int m = 0; m < M; m++)\n        for (int n = 0; n < N; n++)\n" ..
     "            for (int k = 0; k < K; k++)\n" ..
     "                C[(int64_t)m * N + n] += A[(int64_t)m * K + k] * W[(int64_t)k * N + n];\n"},
    {"in->tag[r] = on ? m ? SA_ON : SA_ON | SA_SWAP : 0;",
     "in->tag[r] = 0;"},
  },
  fails = "correct", message = "the array has not computed it",
  why = "the products are the array's to make",
}
