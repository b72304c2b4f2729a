return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {[=[        while (r < rows && used[r] + len[i] > cap)
            r++;
]=],
     [=[        for (int s = r = rows; s-- > 0;)
            if (used[s] + len[i] <= cap && (r == rows || used[s] >= used[r]))
                r = s;
]=]},
  },
  fails = "correct", message = "sequence",
  why = "each sequence goes into the fullest row that has room",
}
