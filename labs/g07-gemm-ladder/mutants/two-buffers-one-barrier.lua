return mutant {
  base = "reference", file = "gemm.cu",
  replace = {{"constexpr int BUFFERS = 3;", "constexpr int BUFFERS = 2;"},
             {"        __pipeline_commit(); /* even nothing",
              "        __pipeline_commit();\n        __pipeline_wait_prior(1); /* even nothing"},
             {"        __pipeline_wait_prior(BUFFERS - 2);\n" ..
              "        __syncthreads(); /* this turn is there, and nobody reads the one before it any longer */\n", ""},
             {"        add_turn(sum, turns + now * TURN, y, x);",
              "        __syncthreads();\n        add_turn(sum, turns + now * TURN, y, x);"}},
  fails = "sanitize", message = "async-hazard",
  why = "copies of the turn after next land in tiles that a slower warp still reads",
}
