-- The halves begin when the next call does, as if the machine were busy: so the mistake shows on any machine.
return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {[[
    const int alone = pthread_create(&helper, NULL, run_part, &other);
    run_part(&mine);
    if (alone) /* no second thread to be had: do its half here */
        run_part(&other);
    else
        pthread_join(helper, NULL);
    free(raw);
]], [[
    static struct kernel kept;
    static struct part job[2];
    kept = t;
    job[0] = mine;
    job[1] = other;
    calls++;
    for (int x = 0; x < 2; x++) {
        job[x].t = &kept;
        if (!pthread_create(&helper, NULL, late, &job[x]))
            pthread_detach(helper);
    }
]]},
    {[[
void sgemm_threads(]], [[
static volatile int calls;

static void *late(void *arg)
{
    for (int mine = calls; calls == mine;)
        sched_yield();
    return run_part(arg);
}

void sgemm_threads(]]},
  },
  fails = "correct", message = "sgemm_threads",
  why = "both halves are started and nobody waits for them",
}
