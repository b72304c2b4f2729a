return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {"        for (int j = first[k]; j >= 0; j = next[j])\n",
     "        for (int j = first[k]; j >= 0 && p->window >= 0; j = next[j])\n" ..
     "            for (int ahead = 1; ahead < 3 && k + ahead < p->n; ahead++)\n" ..
     "                out[n++] = (um_op_t){ .kind = UM_PREFETCH, .block = p->op[k].block };\n" ..
     "        for (int j = first[k]; j >= 0; j = next[j])\n"},
  },
  fails = "sanitize",
  why = "puts more prefetches between the accesses than out[] has room for",
}
