return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[return least(area, H * W);]],
                [[return area;]] } },
    fails = "correct", message = "tokens",
    why = "a small picture is blown up to the largest canvas and pays for it, without one detail more",
}
