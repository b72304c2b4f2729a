return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[int first = h / group * group, above = 0;]==],
              [==[int first = 0, above = 0;]==]},
             {[==[for (int j = first; j < first + group; j++)]==],
              [==[for (int j = first; j < H; j++)]==]},
             {[==[if (above < keep)]==],
              [==[if (above < keep * Hkv)]==]}},
  fails = "correct",
  why = "one KV head keeps four queries, another two",
}
