return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {"    rs_ring(node, out, n, t);\n" ..
     "    allreduce_rsag(rail, part, part, cut(n, L, l + 1) - cut(n, L, l), t);\n" ..
     "    ag_ring(node, out, n, t);",
     "    (void)part;\n" ..
     "    allreduce_rsag(node, out, out, n, t);\n" ..
     "    allreduce_rsag(rail, out, out, n, t);"},
  },
  fails = "profile", message = "node_B_max of hier",
  why = "sums up in the node, then takes the whole sum to the other nodes from each of its ranks",
}
