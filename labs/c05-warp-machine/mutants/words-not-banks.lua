return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[        while (k > 0 && word[bank][k - 1] != w)
            k--;]=], [=[        k = 0;]=]},
  },
  fails = "correct", message = "wm_waves",
  why = "lanes that want the same word are counted as a conflict",
}
