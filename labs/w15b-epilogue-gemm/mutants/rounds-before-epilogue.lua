return mutant {
  base = "reference", file = "epilogue.cu",
  replace = {{[==[float2 v = epilogue(make_float2(pair[0], pair[1]), row, col);]==],
              [==[float2 s = __bfloat1622float2(__floats2bfloat162_rn(pair[0], pair[1]));
    float2 v = epilogue(s, row, col);]==]}},
  fails = "correct", message = "mismatch",
  why = "S is rounded to bf16 before bias and ReLU",
}
