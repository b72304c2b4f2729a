/*
 * coop.c: cooperative launches. Every block has a host thread, whose thread-local memory is its shared
 * memory, so that all are resident; they run one at a time, in ascending order, each until it can only wait.
 */
#include <errno.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>

#include "sched.h"

enum seat_state { SEAT_RUN, SEAT_GRID, SEAT_SPIN, SEAT_DONE };
struct seat {
    sem_t go;
    pthread_t thread;
    struct worker *w;
    int state, answer, failed;
};

static sem_t back; /* the block that runs gives up its turn */

static void wait_for(sem_t *s)
{
    while (sem_wait(s) && errno == EINTR)
        ;
}

int coop_wait(struct worker *w)
{
    struct sched *s = w->sched;
    struct seat *t = s->seat;
    t->state = s->ngrid == w->nthreads - w->ndone ? SEAT_GRID : SEAT_SPIN;
    sem_post(&back);
    wait_for(&t->go);
    t->state = SEAT_RUN;
    return t->answer;
}

static void *seat_main(void *arg)
{
    struct seat *t = arg;
    struct worker *w = t->w;
    uint64_t block = (uint64_t)w->id;
    wait_for(&t->go);
    if (t->answer != COOP_GIVE_UP) {
        worker_enter(w);
        w->has_turn = 1;
        worker_seed(w, block);
        run_block(w, block);
        t->failed = w->failed;
        if (w->failed > 0)
            launch_failed(block, w->failed);
        launch_flush(w);
        trace_host();
    }
    t->state = SEAT_DONE;
    sem_post(&back);
    return NULL;
}

static void let_run(struct seat *t, int answer)
{
    t->answer = answer;
    sem_post(&t->go);
    wait_for(&back);
}

/* Once round the blocks. `answer`: to those that wait for the grid; COOP_AGAIN leaves them alone. */
static void pass(struct seat *t, int n, int answer)
{
    for (int i = 0; i < n; i++)
        if (t[i].state == SEAT_GRID ? answer != COOP_AGAIN : t[i].state != SEAT_DONE)
            let_run(&t[i], t[i].state == SEAT_GRID ? answer : COOP_AGAIN);
}

static void take_turns(struct seat *t, int n)
{
    int answer = COOP_AGAIN;
    for (;;) {
        int state[SEAT_DONE + 1] = { 0 }, failed = 0;
        pass(t, n, answer);
        for (int i = 0; i < n; i++) {
            state[t[i].state]++;
            failed |= t[i].failed;
        }
        if (state[SEAT_DONE] == n)
            return;
        answer = COOP_AGAIN;
        if (state[SEAT_SPIN])
            sched_yield();
        if (failed || simt_stop)
            answer = COOP_GIVE_UP;
        else if (state[SEAT_GRID] == n)
            answer = COOP_COMPLETE;
        else if (state[SEAT_GRID] + state[SEAT_DONE] == n)
            answer = COOP_NEVER;
    }
}

int coop_run(struct worker **w, int n, size_t thread_stack)
{
    struct seat *t = calloc((size_t)n, sizeof *t);
    pthread_attr_t attr;
    int made = 0;
    if (!t)
        return -1;
    sem_init(&back, 0, 0);
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, thread_stack);
    for (; made < n; made++) {
        t[made].w = w[made];
        w[made]->sched->seat = &t[made];
        sem_init(&t[made].go, 0, 0);
        if (pthread_create(&t[made].thread, &attr, seat_main, &t[made]))
            break;
        guard_watch(t[made].thread);
    }
    if (made == n)
        take_turns(t, n);
    else
        for (int i = 0; i < made; i++)
            let_run(&t[i], COOP_GIVE_UP);
    guard_end(); /* it must not signal a thread that has ended */
    for (int i = 0; i < made; i++)
        pthread_join(t[i].thread, NULL);
    for (int i = 0; i < n; i++)
        w[i]->sched->seat = NULL;
    pthread_attr_destroy(&attr);
    free(t);
    return made == n ? 0 : -1;
}
