return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {
    {[==[float pull = r * r * block_sum(dot, place) / C;]==],
     [==[float pull = r * r * r * (block_sum(dot, place) / C);]==]},
    {[==[make_float4(r * (w[e] - v[e] * pull), r * (w[e + 1] - v[e + 1] * pull),
                                          r * (w[e + 2] - v[e + 2] * pull), r * (w[e + 3] - v[e + 3] * pull))]==],
     [==[make_float4(r * w[e] - v[e] * pull, r * w[e + 1] - v[e + 1] * pull,
                                          r * w[e + 2] - v[e + 2] * pull, r * w[e + 3] - v[e + 3] * pull)]==]},
  },
  fails = "correct", message = "C=512",
  why = "the formula's rstd cubed: for x near 1e15 no float holds it",
}
