return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[        int fault = cost_at(s, &b[k % 2], knob, k % 2 == 0, k < 2 ? lo : hi, &end[k / 2][k % 2]);]==],
     [==[        int i = 1 - k % 2, fault = cost_at(s, &b[i], knob, i == 0, k < 2 ? lo : hi, &end[k / 2][i]);]==]},
  },
  fails = "correct", message = "what crossover() returns",
  why = [[both bids are without an answer, and the second one's reason is given]],
}
