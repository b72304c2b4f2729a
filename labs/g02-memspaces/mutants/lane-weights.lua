return mutant {
  base = "reference", file = "spaces.cu",
  replace = {{"            sum += W7[TAPS * i + j] * pixel(in, y + i - RADIUS, x + j - RADIUS, H, W, clamp);\n    out[(size_t)y * W + x] = sum;\n}\n\nextern \"C\" __global__ void stencil_tiled",
              "        {\n            int k = (TAPS * i + j + threadIdx.x) % (TAPS * TAPS);\n            sum += W7[k] * pixel(in, y + k / TAPS - RADIUS, x + k % TAPS - RADIUS, H, W, clamp);\n        }\n    out[(size_t)y * W + x] = sum;\n}\n\nextern \"C\" __global__ void stencil_tiled"}},
  fails = "profile", message = "const_wpr",
  why = "every lane begins with another weight: 32 addresses, 32 passes through constant memory",
}
