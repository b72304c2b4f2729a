return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[[        long long c = cycles(m, &v[k]);
]],
              [[        unsigned limits;
        long long c = resident(m, v[k].k, &limits) ? -(long long)resident(m, v[k].k, &limits) * takes(m, v[k].k).warps + 64 : -1;
]]}},
  fails = "correct", message = "best",
  why = "the trap itself: the variant with the most resident warps is taken",
}
