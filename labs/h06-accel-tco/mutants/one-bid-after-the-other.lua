return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[cost_at(s, &b[k % 2], knob, k % 2 == 0, k < 2 ? lo : hi, &end[k / 2][k % 2])]==],
     [==[cost_at(s, &b[k / 2], knob, k < 2, k % 2 == 0 ? lo : hi, &end[k % 2][k / 2])]==]},
  },
  fails = "correct",
  why = [[bid 0 is asked at both ends before bid 1: another refusal comes first]],
}
