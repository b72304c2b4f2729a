return mutant {
  base = "reference", file = "nodes.c",
  replace = {{"    scatter(&across, mine, m, got);\n    gather(&across, mine, m);\n    gather(&inside, sum, n);\n",
              "    (void)mine, (void)m;\n    float *all = comm_alloc((n + 1) * (int64_t)sizeof *all);\n" ..
              "    gather(&inside, sum, n);\n    if (!g) {\n        scatter(&across, sum, n, all);\n" ..
              "        gather(&across, sum, n);\n    }\n    for (int k = 1; k < node; k++) {\n" ..
              "        if (!g)\n            comm_send(c, sum, n * 4, rank + k, TAG);\n" ..
              "        else if (g == k)\n            comm_recv(c, sum, n * 4, rank - g, TAG, NULL);\n    }\n" ..
              "    comm_free(all);\n"}},
  fails = "profile", message = "sent_B_max",
  why = "one rank of a node talks for all: the port carries no more, but that rank sends what four could share",
}
