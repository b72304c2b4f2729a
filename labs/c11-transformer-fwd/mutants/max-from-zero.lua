return mutant {
  base = "reference", file = "transformer.c",
  replace = {
    {[[float top = -INFINITY, sum = 0, scale]], [[float top = 0, sum = 0, scale]]},
    {[[score[t] = dot(q, k + (size_t)t * step, hd) * scale;
        top = fmaxf(top, score[t]);]],
     [[score[t] = dot(q, k + (size_t)t * step, hd) * scale;
        top = 0;]]},
  },
  fails = "correct", message = "huge-scores",
  why = "e^10000 is infinity: the largest score has to be subtracted first",
}
