return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"int in = first + color[of[t->child[j][k]]];",
     "int in = out < 0 ? first + color[of[t->child[j][k]]] : out;"},
  },
  fails = "correct",
  why = "listens to the color with which it sends",
}
