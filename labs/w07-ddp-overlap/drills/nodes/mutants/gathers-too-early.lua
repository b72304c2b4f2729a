return mutant {
  base = "reference", file = "nodes.c",
  replace = {{"    scatter(&across, mine, m, got);\n    gather(&across, mine, m);\n    gather(&inside, sum, n);\n",
              "    gather(&inside, sum, n);\n    scatter(&across, mine, m, got);\n    gather(&across, mine, m);\n"}},
  fails = "correct",
  why = "the neighbours get a part before the other nodes' share is in it",
}
