return mutant {
  base = "reference", file = "compile.c",
  replace = {
    {"            if (plan_writes(g, p, k, i))\n" ..
     "                say(t, \" %d\", i);",
     "            if ((p->in[i] >> k & 1) && g->v[i].out)\n" ..
     "                say(t, \" %d\", i);"},
  },
  fails = "correct", message = "explain",
  why = "the account forgets what a kernel leaves for a later one",
}
