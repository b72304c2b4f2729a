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
            q.x = *from;
        q.x *= biased, q.y *= biased, q.z *= biased, q.w *= biased;]==]}},
  fails = "correct", message = "no-bias",
  why = "multiplies the bias by 0 where there is none: an array that is not there is read",
}
