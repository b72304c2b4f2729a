return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[        sum[p].y += weight * v.y;
    }]==],
              [==[        sum[p].y += weight * v.y;
        sum[p] = __bfloat1622float2(__floats2bfloat162_rn(sum[p].x, sum[p].y));
    }]==]}},
  fails = "correct", message = "unpermute",
  why = "the sum is rounded to bf16 after each answer",
}
