return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    if (p->place[kind][i] + 1 > o->after[q])\n" ..
     "        o->after[q] = p->place[kind][i] + 1;\n",
     "    if (p->end[kind][i] < *t)\n" ..
     "        return;\n" ..
     "    if (p->end[kind][i] > *t)\n" ..
     "        for (int r = 0; r < NT_QUEUES; r++)\n" ..
     "            o->after[r] = 0;\n" ..
     "    if (p->place[kind][i] + 1 > o->after[q])\n" ..
     "        o->after[q] = p->place[kind][i] + 1;\n"},
  },
  fails = "correct", message = "race",
  why = "keeps of several waits the one that the clock needs: the others are a matter of luck",
}
