return mutant {
  base = "reference", file = "int8.cu", backend = "simt",
  replace = {{[[
    float factor = all.top > 0 ? 127 / all.top : 0;
#pragma unroll
    for (int p = 0; p < N; p++) {
        widen(y, v[p]);]],
              [[
    float factor = all.top > 0 ? 128 / all.top : 0;
#pragma unroll
    for (int p = 0; p < N; p++) {
        widen(y, v[p]);]]},
             {[[        *s = all.top / 127;]],
              [[        *s = all.top / 128;]]}},
  fails = "correct",
  why = "takes 128 steps for the largest magnitude: a positive one becomes -128",
}
