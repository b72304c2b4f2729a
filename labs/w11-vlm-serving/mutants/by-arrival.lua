return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[    if (savable(p, now, id, n))
        return id[0];
]],
                [[    for (int k = 0; k < n; k++)
        id[0] = id[k] < id[0] ? id[k] : id[0];
    if (n && now >= 0)
        return id[0];
]] } },
    fails = "profile", message = "vs_best",
    why = "first come, first served: a request that is lost already goes before one that is not",
}
