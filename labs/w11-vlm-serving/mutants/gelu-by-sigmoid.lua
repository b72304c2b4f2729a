return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[return .5f * a * (1 + erff(a * .70710678f));]],
                [[return a / (1 + expf(-1.702f * a));]] } },
    fails = "correct", message = "project",
    why = "the sigmoid form is another function, off by up to a fiftieth",
}
