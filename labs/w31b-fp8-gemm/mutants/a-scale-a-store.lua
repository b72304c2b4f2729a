return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[        mine = lane / 2 == i ? other : mine;
]],
              [[        mine = lane / 2 == i ? other : mine;
        if (lane % 16 == 0 && row < M)
            sA[(size_t)blockIdx.x * M4 + row] = scale;
]]},
             {[[    if (lane < 8 && first + lane < M)
        sA[(size_t)blockIdx.x * M4 + first + lane] = mine;
]],
              [[]]}},
  fails = "profile",
  why = "each pair of rows stores its two scales by a request of its own",
}
