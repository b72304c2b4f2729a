return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    if (p->place[kind][i] + 1 > o->after[q])\n" ..
     "        o->after[q] = p->place[kind][i] + 1;",
     "    if (i + 1 > o->after[q])\n" ..
     "        o->after[q] = i + 1;"},
  },
  fails = "correct",
  why = "waits for as many transfers of one ring as there were on all",
}
