return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w)))]==],
     [==[fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w))]==]},
  },
  fails = "correct",
  why = "the scale of x follows the largest number and not the largest magnitude",
}
