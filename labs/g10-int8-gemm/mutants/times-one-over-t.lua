return mutant {
  base = "reference", file = "int8.cu",
  replace = {{[[    two all = block_two({ 0, larger(0, __bfloat1622float2(top)) });
    float factor = all.top > 0 ? 127 / all.top : 0;
]],
              [[    two all = block_two({ 0, larger(0, __bfloat1622float2(top)) });
    float factor = all.top > 0 ? 127 * (1 / all.top) : 0;
]]}},
  fails = "correct", message = "quantise_rows",
  why = "takes 127 times 1 / t for 127 / t: two roundings, and in rare rows another code",
}
