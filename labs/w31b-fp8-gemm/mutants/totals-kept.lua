return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[    turn at = { 0, 0 };
#if TURNS
    if (w == 1)]],
              [[    turn at = { 0, 0 };
    float total[64 * HALVES] = {};
#if TURNS
    if (w == 1)]]},
             {[[float total[64 * HALVES] = {}, next = scale[0];]],
              [[float next = scale[0];]]}},
  fails = "correct",
  why = "a block's second tile begins with the sums of its first",
}
