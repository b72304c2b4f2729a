return mutant {
  base = "reference", file = "spaces.cu",
  replace = {{"                sum += W7[TAPS * i + j] * __ldg(row + j);",
              "            {\n                int k = (TAPS * i + j + threadIdx.x) % (TAPS * TAPS);\n" ..
              "                sum += W7[k] * pixel(in, y + k / TAPS - RADIUS, x + k % TAPS - RADIUS, H, W, " ..
              "clamp);\n            }"}},
  fails = "profile", message = "const_wpr",
  why = "every lane begins with another weight: 32 addresses, 32 passes through constant memory",
}
