return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[        if (p->state[id] != READY || !fits(p, id) ||]],
                [[        if (p->state[id] != READY)
            continue;
        if (!fits(p, id) ||]] } },
    fails = "correct", message = "PLAN_FCFS",
    why = "text overtakes the head of the queue, whose picture waits to be encoded",
}
