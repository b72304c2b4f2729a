return mutant {
  base = "reference", file = "router.c",
  replace = {
    {[=[int place = wanted[e]++;
            if (place < cap)
                slot[i] = e * cap + place;]=],
     [=[int place = wanted[e];
            if (place < cap)
                slot[i] = e * cap + wanted[e]++;]=]},
  },
  fails = "correct", message = "capacity",
  why = "what was dropped is not counted as wanted",
}
