return mutant {
  base = "reference", file = "spaces.cu",
  replace = {{"                if (r - i >= 0 && r - i < RUN)\n                    sum[r - i] += W7[TAPS * i + j] * v;",
              "                if (r - i >= 0 && r - i < RUN)\n" ..
              "                    sum[r - i] += W7[TAPS * (TAPS - 1 - i) + j] * v;"}},
  fails = "correct", message = "mismatch",
  why = "the stencil upside down: a convolution in one direction",
}
