return mutant {
  base = "reference", file = "hopper.cu", backend = "simt",
  replace = {{[[
    float sum[128];
    turn at = { 0, 0 };
    for (int unit]],
              [[
    float sum[128];
    for (int unit]]},
             {[[
        int row, col, before = 0;
]],
              [[
        int row, col, before = 0;
        turn at = { 0, 0 };
]]}},
  fails = "correct",
  why = "the consumers begin each tile at stage 0, and the producer goes on where it was",
}
