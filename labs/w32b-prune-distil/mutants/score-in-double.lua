return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[        float score[32];]==],
              [==[        double score[32];]==]},
             {[==[score[k] = fabsf(W[i + k]) * norm[i % in + k];]==],
              [==[score[k] = fabs((double)W[i + k]) * norm[i % in + k];]==]}},
  fails = "correct",
  why = "two products that are the same float are told apart",
}
