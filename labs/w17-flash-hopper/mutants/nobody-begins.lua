return mutant {
  base = "reference", file = "flash.cu", backend = "simt",
  replace = {{[[
    if (g == 1)
        named_arrive(TAKE_TURNS, 256); /* warpgroup 0 begins */
]],
              [[
]]}},
  fails = "correct",
  why = "both warpgroups wait for a turn that nobody has handed over",
}
