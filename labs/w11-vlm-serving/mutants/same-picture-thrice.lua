return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[        pics += mark ? count : 0;
]],
                [[]] } },
    fails = "correct", message = "three-pictures",
    why = "every mark is replaced by the first picture",
}
