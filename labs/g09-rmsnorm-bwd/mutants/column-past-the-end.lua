return mutant {
  base = "reference", file = "rmsnorm.cu", backend = "simt",
  replace = {{"    if (c < C)\n        for", "    if (c <= C)\n        for"},
             {"if (threadIdx.y || c >= C)", "if (threadIdx.y || c > C)"}},
  fails = "sanitize", message = "out-of-bounds",
  why = "rms_dg has one column too many: it reads behind part, and writes behind dg",
}
