return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[        double sum = 0;
        for (int k = 0; k < hd; k++)
            sum += (double)att[i * hd + k] * att[i * hd + k];]==],
              [==[        float sum = 0;
        for (int k = 0; k < hd; k++)
            sum += att[i * hd + k] * att[i * hd + k];]==]}},
  fails = "correct",
  why = "the length of a head in float",
}
