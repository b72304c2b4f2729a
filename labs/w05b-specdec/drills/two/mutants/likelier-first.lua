return mutant {
  base = "reference", file = "two.c",
  replace = {{"    double total = 1;\n",
              "    double total = 1;\n    int best[2] = { cand[0], cand[1] };\n" ..
              "    if (p[best[1]] * q[best[0]] > p[best[0]] * q[best[1]])\n" ..
              "        best[0] = cand[1], best[1] = cand[0];\n"},
             {"double want = rest[cand[k]], had = total * q[cand[k]];",
              "double want = rest[best[k]], had = total * q[best[k]];"},
             {"            *kept = k;\n            return cand[k];",
              "            *kept = best[k] == cand[k] ? k : 1 - k;\n            return best[k];"}},
  fails = "correct", message = "mismatch: law",
  why = "the candidate that the target likes better is tested first: then it was not drawn from q",
}
