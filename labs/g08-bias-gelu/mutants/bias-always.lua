return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[
        if (biased && N == WIDE)
            q = *(const float4 *)(from + e);
        else if (biased)
            q.x = *from;]==],
              [==[
        if (N == WIDE)
            q = *(const float4 *)(from + e);
        else
            q.x = *from;]==]}},
  fails = "correct", message = "no-bias",
  why = "reads the bias although it is not there",
}
