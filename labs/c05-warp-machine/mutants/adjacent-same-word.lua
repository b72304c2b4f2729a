return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[        while (k > 0 && word[bank][k - 1] != w)
            k--;]=], [=[        k = k > 0 && word[bank][k - 1] == w;]=]},
  },
  fails = "correct", message = "wm_waves",
  why = "sees that a word is wanted twice only if the lane before wanted it",
}
