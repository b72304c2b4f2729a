return mutant {
  base = "reference", file = "flash.cu",
  replace = {{[[
            alpha[0] *= unit / next;
            alpha[1] *= unit / next;
]],
              [[
]]}},
  fails = "correct",
  why = "O stays in units of the first scale of V",
}
