return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"    for (int kind = IC_GPU; kind <= IC_NIC; kind++)\n", ""},
    {"if (t->kind[v] == kind)\n                node", "if (is_device(t, v))\n                node"},
  },
  fails = "correct", message = "machine",
  why = "lists devices in the order of nodes, and not GPUs first",
}
