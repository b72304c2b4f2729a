return mutant {
  base = "reference", file = "rope.cu",
  replace = {{[==[            a = __float2half_rn(x * c - y * s);
            b = __float2half_rn(x * s + y * c);]==],
               [==[            a = __float2half_rn(x * c - y * s);
            x = __half2float(a);
            b = __float2half_rn(x * s + y * c);]==]}},
  fails = "correct",
  why = "the second channel of a pair is made of the new first one",
}
