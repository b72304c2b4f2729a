return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[    if (savable(p, now, id, n))
]],
                [[    if (n)
]] } },
    fails = "profile", message = "vs_best",
    why = "earliest due date first: under overload it serves whoever is about to be late, and loses the next one by it",
}
