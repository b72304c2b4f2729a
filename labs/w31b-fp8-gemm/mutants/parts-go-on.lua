return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[    float total[8][4] = {};
]],
              [[    float total[8][4] = {}, part[8][4] = {};
]]},
             {[[        float part[8][4] = {};
]],
              [[]]}},
  fails = "correct",
  why = "a block of K begins with the sums of the one before, which have been added already",
}
