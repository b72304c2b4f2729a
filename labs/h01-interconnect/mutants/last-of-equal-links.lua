return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"        for (int l = 0; l < t->links; l++) {\n            const ic_link_t *k = &t->link[l];\n" ..
     "            int to = across",
     "        for (int l = t->links - 1; l >= 0; l--) {\n            const ic_link_t *k = &t->link[l];\n" ..
     "            int to = across"},
  },
  fails = "correct", message = "the links are",
  why = "takes the highest of equal links",
}
