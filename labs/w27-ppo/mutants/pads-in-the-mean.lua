return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {[=[        if (mask[i])
            sum += a[i], count++;
    double mean]=],
     [=[        sum += a[i], count++;
    double mean]=]},
  },
  fails = "correct", message = "place",
  why = "the mean of the advantages is taken over pads, too",
}
