return mutant {
  base = "reference", file = "epilogue.cu",
  replace = {{[==[    float2 v = epilogue(make_float2(pair[0], pair[1]), row, col);]==],
              [==[    volatile float *unused = nullptr;
    (void)unused;
    volatile unsigned *there = reinterpret_cast<volatile unsigned *>(D + (size_t)row * N + col);
    *there = 0;
    float2 v = epilogue(make_float2(pair[0] + (float)*there, pair[1]), row, col);]==]}},
  fails = "profile", message = "g_ld_sec",
  why = "S goes to D, and is read from there for the epilogue",
}
