return mutant {
  base = "reference", file = "int8.cu",
  replace = {{[==[    float factor = all.top > 0 ? 127 / all.top : 0;
#pragma unroll
    for (int p = 0; p < N; p++) {
        widen(y, v[p]);]==],
              [==[    float factor = 127 / all.top;
#pragma unroll
    for (int p = 0; p < N; p++) {
        widen(y, v[p]);]==]}},
  fails = "correct", message = "zeros",
  why = "127 / 0 times 0 is NaN, whose last byte is a code of -1 on a GPU",
}
