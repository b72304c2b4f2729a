return mutant {
  base = "reference", file = "nodes.c",
  replace = {{"    gather(&across, mine, m);\n", "    struct ring fewer = across;\n    (void)fewer;\n"}},
  fails = "correct",
  why = "the parts of the rings between nodes are never passed on",
}
