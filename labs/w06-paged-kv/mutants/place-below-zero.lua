return mutant {
    base = "reference", file = "paged.c",
    replace = {
        { [==[if (!valid(seq) || pos < 0 ||]==],
          [==[if (!valid(seq) ||]==] },
    },
    fails = "correct",
    why = "a place below 0 is looked up in front of the table",
}
