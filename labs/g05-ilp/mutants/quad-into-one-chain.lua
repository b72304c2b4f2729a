return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[        s = add(s, quad(x, q, n));]],
              [[    {
        float4 v = quad(x, q, n);
        s.x += v.x, s.x += v.y, s.x += v.z, s.x += v.w;
    }]]}},
  fails = "correct", message = "sum_4",
  why = "a float4 is loaded, and its four elements are added to one sum",
}
