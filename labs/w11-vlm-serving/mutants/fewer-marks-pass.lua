return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[return seen == npics ? rows : VLM_BAD;]],
                [[return rows;]] } },
    fails = "correct", message = "mark-missing",
    why = "a picture without a mark is silently dropped: the answer is about another one",
}
