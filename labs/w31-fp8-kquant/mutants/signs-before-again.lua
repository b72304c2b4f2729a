return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[        fwht(block, x);
        for (int64_t i = 0; i < block; i++)
            x[i] *= sign[i];
    }
}]==],
     [==[        for (int64_t i = 0; i < block; i++)
            x[i] *= sign[i];
        fwht(block, x);
    }
}]==]},
  },
  fails = "correct",
  why = "what takes the rotation back multiplies by the signs before, as the way there does",
}
