return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"float s = nf4_scale(q, i / NF4_BLOCK); /* of both: a block has an even number of places */",
     [=[float s = 0;
        for (int64_t j = i / NF4_BLOCK * NF4_BLOCK; j < q->n && j < (i / NF4_BLOCK + 1) * NF4_BLOCK; j++)
            s = fmaxf(s, fabsf(w[j]));]=]},
  },
  fails = "correct", message = "code",
  why = "codes are chosen by the scale before it was rounded, and decoded by the rounded one",
}
