return mutant {
    base = "reference", file = "flash.c",
    replace = { { "if (top == -INFINITY)\n        return;", "" } },
    fails = "correct", message = "NaN",
    why = "a row that has seen no key computes exp(-inf - -inf)",
}
