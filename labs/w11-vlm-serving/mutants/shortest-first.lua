return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[    if (savable(p, now, id, n))
]],
                [[    if (savable(p, now, id, n) > PLAN_MAX)
]] } },
    fails = "profile", message = "vs_best",
    why = "the shortest first keeps many happy and ignores when they are due",
}
