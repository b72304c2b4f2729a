return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"        if (chip->kind[m] == SS_MEM && c < least)\n            least = c;",
     "        if (chip->kind[m] == SS_MEM && (p < 0 ? c < least : least == 1 << 20 || apart(p, m) < nearest_m))\n" ..
     "            least = c, nearest_m = p < 0 ? 0 : apart(p, m);"},
    {"    int least = 1 << 20;\n",
     "    int least = 1 << 20, nearest_m = 0;\n"},
  },
  fails = "correct", message = "ss_bound",
  why = "takes the memory nearest to where the value is made, and not the shortest way",
}
