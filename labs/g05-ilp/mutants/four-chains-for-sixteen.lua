return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[            s[k] = add(s[k], v[k]);
    }]],
              [[            s[0] = add(s[0], v[k]);
    }]]}},
  fails = "correct", message = "sum_16",
  why = "four quads are under way, and all of them are added to the same four sums",
}
