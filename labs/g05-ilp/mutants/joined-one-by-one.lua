return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[    part[t] = (s.x + s.y) + (s.z + s.w);]],
              [[    part[t] = ((s.x + s.y) + s.z) + s.w;]]}},
  fails = "correct", message = "sum_4",
  why = "chains are joined from the left, not in pairs: other bits",
}
