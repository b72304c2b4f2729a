return mutant {
    base = "reference", file = "paged.c",
    replace = { { "int victim = s->running[--s->nrun];",
                  "int victim = s->running[0];\n" ..
                  "    s->nrun--;\n" ..
                  "    memmove(s->running, s->running + 1, (size_t)s->nrun * sizeof(int));" } },
    fails = "correct", message = "arrived last",
    why = "preemption hits the sequence that has waited and computed longest",
}
