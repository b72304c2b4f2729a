return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[        float d = half_value(b->d) * (float)sc[j], least = half_value(b->dmin) * (float)m[j];]==],
     [==[        struct line wished = search_line(x + j * SUB);
        float d = sc[j] ? wished.scale : 0, least = m[j] ? -wished.low : 0;]==]},
  },
  fails = "correct", message = "rmse",
  why = "codes of Q4_K by the scale and minimum of the search, not by those that are stored",
}
