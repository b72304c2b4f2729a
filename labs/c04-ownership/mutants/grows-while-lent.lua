return mutant {
  base = "reference", file = "ownership.c",
  replace = {
    {"    if (on_loan(s) || s->owners > 1)\n" ..
     "        return OWN_BUSY;\n" ..
     "    if (!grown(s))",
     "    if (s->writer || s->owners > 1)\n" ..
     "        return OWN_BUSY;\n" ..
     "    if (!grown(s))"},
  },
  fails = "correct", message = "own_push",
  why = "a reader's elements move under it",
}
