return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[    out[i] = sqrtf(x * x + y * y + z * z);
}

extern "C" __global__ void row_sums]==],
              [==[    float sum = x * x + y * y + z * z;
    out[i] = sum * rsqrtf(sum);
}

extern "C" __global__ void row_sums]==]}},
  fails = "correct", message = "points",
  why = "0 times the reciprocal of 0 is NaN, and the origin has a length",
}
