return mutant {
  base = "reference", file = "mxfp4.c",
  replace = {{"void mxfp4_encode(int64_t n, const float *x, uint8_t *scale, uint8_t *codes)\n{\n",
              "void mxfp4_encode(int64_t n, const float *x, uint8_t *scale, uint8_t *codes)\n{\n" ..
              "    for (int64_t k = 0; k < n; k++) {\n        float v = x[k];\n" ..
              "        scale[k / MX_BLOCK] = (uint8_t)(scale[k / MX_BLOCK] + v);\n    }\n"}},
  fails = "profile", message = "l1_miss",
  why = "one pass over all floats for the scales and another for the codes: each line comes from memory twice",
}
