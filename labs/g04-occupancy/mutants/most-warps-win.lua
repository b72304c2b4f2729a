return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[[        long long c = cycles(m, &v[k]);
]],
              [[        unsigned limits;
        int warps = resident(m, v[k].k, &limits) * takes(m, v[k].k).warps;
        long long c = warps ? 64 - warps : -1;
]]}},
  fails = "correct", message = "best",
  why = "the trap itself: the variant with the most resident warps is taken",
}
