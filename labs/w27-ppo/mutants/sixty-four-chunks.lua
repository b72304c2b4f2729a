return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {[==[    double *sampled = calloc((size_t)job->chunks + 1, sizeof *sampled);]==],
     [==[    double sampled[64];]==]},
    {[==[    free(sampled);
    return end;]==],
     [==[    return end;]==]},
    {[==[sampled[c] = run(job, generate]==],
     [==[sampled[c % 64] = run(job, generate]==]},
    {[==[scorers[k], sampled[c],]==],
     [==[scorers[k], sampled[c % 64],]==]},
  },
  fails = "correct", message = "vtime",
  why = "the ends of 64 chunks are kept, and then it begins anew",
}
