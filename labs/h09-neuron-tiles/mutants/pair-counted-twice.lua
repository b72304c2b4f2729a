return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"        return 1;\n" ..
     "    return (writes_sbuf(a->kind) || writes_sbuf(b->kind)) && a->at < until(l, b) && b->at < " ..
     "until(l, a);",
     "        return 1 + ((writes_sbuf(a->kind) || writes_sbuf(b->kind)) && a->at < until(l, b) " ..
     "&& b->at < until(l, a));\n" ..
     "    return (writes_sbuf(a->kind) || writes_sbuf(b->kind)) && a->at < until(l, b) && b->at < " ..
     "until(l, a);"},
    {"            races += meet(l, &op[a], &op[b]) && know[b][op[a].queue] <= s->place[a] &&\n" ..
     "                     know[a][op[b].queue] <= s->place[b];",
     "            races += know[b][op[a].queue] <= s->place[a] && know[a][op[b].queue] <= " ..
     "s->place[b] ?\n" ..
     "                         meet(l, &op[a], &op[b]) : 0;"},
  },
  fails = "correct", message = "nt_races",
  why = "a pair that meets in a bank and in SBUF counts as two",
}
