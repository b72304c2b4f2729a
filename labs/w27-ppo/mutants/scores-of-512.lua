return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {[==[int at = t * wide + h * hd, from = start[t], n = t - from + 1;]==],
     [==[int at = t * wide + h * hd, from = start[t] >= 0 && t - start[t] >= 512 ? t - 511 : start[t];
            int n = t - from + 1;]==]},
    {[==[turn(hd, angle + (t - from) * hd, k + at]==],
     [==[turn(hd, angle + (t - start[t]) * hd, k + at]==]},
    {[==[turn(hd, angle + (t - from) * hd, q + at]==],
     [==[turn(hd, angle + (t - start[t]) * hd, q + at]==]},
  },
  fails = "correct", message = "attn",
  why = "a place sees 512 keys at most: the room that its scores have",
}
