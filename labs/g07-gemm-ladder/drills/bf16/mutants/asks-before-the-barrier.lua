return mutant {
  base = "reference", file = "bf16.cu",
  replace = {
    {"        __pipeline_wait_prior(STAGES - 2);\n" ..
     "        __syncthreads(); /* this turn is there, and nobody reads the one before it any longer */\n", ""},
    {"        multiply(sum, stages + t",
     "        __pipeline_wait_prior(STAGES - 1);\n        __syncthreads();\n" ..
     "        multiply(sum, stages + t"},
  },
  fails = "sanitize", message = "async-hazard",
  why = "the next copies go where a slower warp still reads the turn before",
}
