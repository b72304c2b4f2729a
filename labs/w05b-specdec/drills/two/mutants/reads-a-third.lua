return mutant {
  base = "reference", file = "two.c",
  replace = {{"    for (int k = 0; k < CANDIDATES; k++) {\n",
              "    int x = cand[0], next;\n    for (int k = 0; k < CANDIDATES; k++, x = next) {\n" ..
              "        next = cand[k + 1];\n"},
             {"double want = rest[cand[k]], had = total * q[cand[k]];",
              "double want = rest[x], had = total * q[x];"}},
  fails = "sanitize", message = "overflow",
  why = "the next candidate is fetched before the loop has asked whether there is one",
}
