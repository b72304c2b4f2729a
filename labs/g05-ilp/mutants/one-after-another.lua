return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[        store(y, q, n, horner(quad(x, q, n)));]],
              [[    {
        float4 v = quad(x, q, n);
        float e[4] = {v.x, v.y, v.z, v.w};
        for (int j = 0; j < 4; j++) {
            float p = coefficient[DEGREE];
            for (int k = DEGREE - 1; k >= 0; k--)
                p = p * e[j] + coefficient[k];
            e[j] = p;
        }
        store(y, q, n, make_float4(e[0], e[1], e[2], e[3]));
    }]]}},
  fails = "profile", message = "const_req",
  why = "four elements are loaded together and then taken through the coefficients one by one",
}
