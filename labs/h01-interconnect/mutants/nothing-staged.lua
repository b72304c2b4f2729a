return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"p->relation <= t->p2p)",
     "p->relation <= IC_SYS)"},
  },
  fails = "correct", message = "staged is",
  why = "goes straight over PCIe whatever the machine allows",
}
