return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    if (k == n - 1)
        return all_but_one(e->score, lo, hi, keep);
    memcpy]==],
     [==[    if (k == n - 1) {
        for (int j = lo; j < hi; j++) {
            int better = 0;
            for (int i = lo; i < hi; i++)
                better += e->score[i] > e->score[j] || (e->score[i] == e->score[j] && i > j);
            if (better < k)
                keep[kept++] = j;
        }
        return kept;
    }
    memcpy]==]},
  },
  fails = "profile",
  why = "each step counts for each entry how many are better",
}
