return mutant {
  base = "reference", file = "epilogue.cu",
  replace = {{[==[*reinterpret_cast<__nv_bfloat162 *>(D + (size_t)row * N + col) = __floats2bfloat162_rn(v.x, v.y);]==],
              [==[D[(size_t)row * N + col] = __float2bfloat16(v.x);
    D[(size_t)row * N + col + 1] = __float2bfloat16(v.y);]==]}},
  fails = "profile", message = "g_st_req",
  why = "two neighbours leave as two stores of two bytes",
}
