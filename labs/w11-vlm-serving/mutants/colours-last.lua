return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[work + ((gx * 3 + c) * p + y) * p]],
                [[work + ((gx * p + y) * 3 + c) * p]] } },
    fails = "correct", message = "one-patch",
    why = "the patch is laid out row by row with its colours inside, the weights are not",
}
