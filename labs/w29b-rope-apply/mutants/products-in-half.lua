return mutant {
  base = "reference", file = "rope.cu",
  replace = {{[==[    float2 x = two(a), y = two(b);
    a = word(x.x * c[0] - y.x * s[0], x.y * c[1] - y.y * s[1]);
    b = word(x.x * s[0] + y.x * c[0], x.y * s[1] + y.y * c[1]);
]==],
               [==[    half2 x = *reinterpret_cast<half2 *>(&a), y = *reinterpret_cast<half2 *>(&b);
    half2 co = __floats2half2_rn(c[0], c[1]), si = __floats2half2_rn(s[0], s[1]);
    half2 one = __hsub2(__hmul2(x, co), __hmul2(y, si)), other = __hadd2(__hmul2(x, si), __hmul2(y, co));
    a = *reinterpret_cast<unsigned *>(&one);
    b = *reinterpret_cast<unsigned *>(&other);
]==]}},
  fails = "correct",
  why = "cosines, products and sums are rounded to half, each of them",
}
