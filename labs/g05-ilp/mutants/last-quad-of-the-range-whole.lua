return mutant {
  base = "reference", file = "ilp.cu",
  replace = {
    {[==[    if (tail + t < end)
        y[tail + t] = a * x[tail + t] + y[tail + t];]==],
     [==[    if (tail + t < end) {
        float4 u = *(const float4 *)(x + tail);
        y[tail + t] = a * (t == 0 ? u.x : t == 1 ? u.y : u.z) + y[tail + t];
    }]==]},
  },
  fails = "sanitize", message = "axpy_4", backend = "simt",
  why = "loads the last quad of x whole, and stores only what is in the range",
}
