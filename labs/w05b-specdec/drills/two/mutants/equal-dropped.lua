return mutant {
  base = "reference", file = "two.c",
  replace = {{"    for (int k = 0; k < CANDIDATES; k++) {\n",
              "    for (int k = 0; k < (cand[0] == cand[1] ? 1 : CANDIDATES); k++) {\n"}},
  fails = "correct", message = "mismatch: law",
  why = "a second candidate equal to the first is thrown away, but it has its share of the law to pay",
}
