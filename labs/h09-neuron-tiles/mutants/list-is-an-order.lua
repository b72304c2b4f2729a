return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"know[b][op[a].queue] <= s->place[a] &&\n" ..
     "                     know[a][op[b].queue] <= s->place[b];",
     "know[b][op[a].queue] <= s->place[a];"},
  },
  fails = "correct", message = "nt_races",
  why = "takes what stands first in the list to be first",
}
