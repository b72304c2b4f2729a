return mutant {
    base = "reference", file = "paged.c",
    replace = { { "s->queue[--s->head] = victim;", "s->queue[s->end++ % SCHED_MAX] = victim;" } },
    fails = "correct", message = "nobody overtakes",
    why = "a preempted request queues behind everyone who came after it: it can starve",
}
