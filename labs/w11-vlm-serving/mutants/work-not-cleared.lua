return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[    memset(work, 0, (size_t)cols * 3 * (size_t)(p * p) * sizeof *work);
]],
                [[]] } },
    fails = "correct", message = "pads-the-edge",
    why = "beyond the edge stands what the row before left there",
}
