return mutant {
    base = "reference", file = "flash.c",
    replace = { { "t->l[i] = t->m[i] + logf(t->l[i]);", "t->l[i] = logf(t->l[i]);" } },
    fails = "correct", message = "mismatch: LSE",
    why = "LSE lacks the maximum that the sum was measured against",
}
