return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[{ u.x, l.x, u.y, l.y }, { u.z, l.z, u.w, l.w }]],
              [[{ u.x, l.x, u.z, l.z }, { u.y, l.y, u.w, l.w }]]}},
  fails = "correct",
  why = "A takes its k in another order than B",
}
