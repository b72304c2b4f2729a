return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"t->kind[v] == IC_PCIE_SWITCH || t->kind[v] == IC_CPU;",
     "t->kind[v] != IC_NVSWITCH;"},
  },
  fails = "correct", message = "machine",
  why = "a device with two PCIe links is passed like a switch",
}
