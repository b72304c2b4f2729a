return mutant {
  base = "reference", file = "bf16.cu",
  replace = {{"stages + t % STAGES, wr, wc);\n",
              "stages + t % STAGES, wr, wc);\n        __syncthreads();\n"}},
  fails = "profile", message = "bar",
  why = "a second barrier behind the products, as in gemm_tiled: three stages need one",
}
