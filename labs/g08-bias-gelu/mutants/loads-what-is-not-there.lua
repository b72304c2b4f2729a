return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[        if (biased && N == WIDE)
            q = *(const float4 *)(from + e);
        else if (biased)
            q.x = *from;
        b[e] = q.x;]==],
              [==[        if (N == WIDE)
            q = *(const float4 *)(from + e);
        else
            q.x = *from;
        if (!biased)
            q = make_float4(0, 0, 0, 0);
        b[e] = q.x;]==]}},
  fails = "sanitize", message = "absent-bias",
  why = "loads the bias first and asks afterwards whether there is one",
  backend = "simt",
}
