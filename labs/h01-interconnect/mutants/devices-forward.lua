return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"t->kind[v] == IC_PCIE_SWITCH || t->kind[v] == IC_CPU;",
     "t->kind[v] == IC_PCIE_SWITCH || t->kind[v] == IC_CPU + IC_NIC;"},
  },
  fails = "correct", message = "machine",
  why = "goes over a switch only, and never past a CPU",
}
