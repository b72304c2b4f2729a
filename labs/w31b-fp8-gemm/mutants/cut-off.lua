return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[return make_uint2(pack_e4m3(y[0], y[1], y[2], y[3]), pack_e4m3(y[4], y[5], y[6], y[7]));]],
              [[for (float &v : y)
        v = __uint_as_float(__float_as_uint(v) & 0xfff00000);
    return make_uint2(pack_e4m3(y[0], y[1], y[2], y[3]), pack_e4m3(y[4], y[5], y[6], y[7]));]]}},
  fails = "correct",
  why = "three digits of each quotient are kept and the others cut off",
}
