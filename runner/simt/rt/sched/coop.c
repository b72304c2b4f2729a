/*
 * coop.c: blocks that are resident together: all of a cooperative launch, or those of one cluster after another. Each
 * has a host thread, whose thread-local memory is its shared memory; they run one at a time, in ascending order (with
 * a seed in any), each until it can only wait.
 */
#include <errno.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>

#include "runner/simt/rt/shadow/shadow.h"
#include "sched.h"

enum seat_state { SEAT_RUN, SEAT_GRID, SEAT_CLUSTER, SEAT_SPIN, SEAT_DONE };
struct seat {
    sem_t go;
    pthread_t thread;
    struct worker *w;
    uint64_t block;
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
    int grid = s->ngrid == w->nthreads - w->ndone;
    int spin = 0;
    for (int i = 0; i < w->nwarps; i++)
        spin |= w->warps[i].spin != 0;
    t->state = grid ? SEAT_GRID : spin ? SEAT_SPIN : SEAT_CLUSTER;
    sem_post(&back);
    wait_for(&t->go);
    t->state = SEAT_RUN;
    return t->answer;
}

static void run_seat(struct seat *t)
{
    struct worker *w = t->w;
    struct cluster *c = w->sched->cluster;
    w->has_turn = 1;
    worker_seed(w, t->block);
    if (c)
        c->begun |= 1u << w->sched->rank;
    run_block(w, t->block);
    t->failed = w->failed;
    if (w->failed > 0)
        launch_failed(t->block, w->failed);
    launch_flush(w);
    if (c) {
        c->ended |= 1u << w->sched->rank;
        cluster_try(c);
    }
    trace_host();
}

/* The first answer only makes the thread the worker's, so that each block knows where the others' memory is. */
static void *seat_main(void *arg)
{
    struct seat *t = arg;
    wait_for(&t->go);
    if (t->answer != COOP_GIVE_UP) {
        worker_enter(t->w);
        sem_post(&back);
        for (wait_for(&t->go); t->answer != COOP_GIVE_UP; wait_for(&t->go)) {
            run_seat(t);
            t->state = SEAT_DONE;
            sem_post(&back);
        }
    }
    sem_post(&back);
    return NULL;
}

static void let_run(struct seat *t, int answer)
{
    t->answer = answer;
    sem_post(&t->go);
    wait_for(&back);
}

/* Whether a seat has something to do. `answer`: to those that wait; COOP_AGAIN leaves them alone. */
static int may_run(const struct seat *t, int answer)
{
    switch (t->state) {
    case SEAT_DONE: return 0;
    case SEAT_GRID: return answer != COOP_AGAIN;
    case SEAT_CLUSTER: return (answer != COOP_AGAIN && answer != COOP_COMPLETE) || cluster_moved(t->w);
    default: return 1;
    }
}

/* Once round the blocks; how many ran. */
static int pass(struct seat *t, int n, int answer)
{
    static uint64_t turns;
    int ran = 0, first = 0;
    if (simt_config.seed)
        first = (int)((++turns * 0x9e3779b97f4a7c15ull + simt_config.seed * 0xd1342543de82ef95ull) >> 33) % n;
    for (int k = 0; k < n; k++) {
        struct seat *s = &t[(first + k) % n];
        if (!may_run(s, answer))
            continue;
        let_run(s, s->state == SEAT_GRID || s->state == SEAT_CLUSTER ? answer : COOP_AGAIN);
        ran++;
    }
    return ran;
}

/* Whether all that wait for one another have done so in vain for long. `done`: what they had done at the last call. */
static int all_stuck(struct seat *t, int n, uint64_t *done)
{
    uint64_t sum = 0;
    int stuck = 1;
    for (int i = 0; i < n; i++)
        sum += stuck_done(t[i].w) + (t[i].state == SEAT_DONE);
    for (int i = 0; i < n; i++) {
        if (sum != *done)
            stuck_moved(t[i].w);
        stuck &= t[i].state != SEAT_RUN && (t[i].state != SEAT_SPIN || stuck_long(t[i].w));
    }
    *done = sum;
    return stuck;
}

/* The first that spins is told that nobody will come. */
static void tell(struct seat *t, int n)
{
    int i = 0;
    while (i < n && t[i].state != SEAT_SPIN)
        i++;
    if (i < n)
        let_run(&t[i], COOP_NEVER);
}

static void take_turns(struct seat *t, int n)
{
    int answer = COOP_AGAIN;
    uint64_t done = 0;
    for (;;) {
        int state[SEAT_DONE + 1] = { 0 }, failed = 0, ran = pass(t, n, answer);
        if (all_stuck(t, n, &done))
            tell(t, n);
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
        else if (!ran)
            answer = COOP_NEVER;
    }
}

/* The blocks from `first` on, one a seat. */
static void run_together(struct seat *t, int n, uint64_t first, struct cluster *clusters)
{
    int size = (int)simt_current.cluster;
    struct worker *w[SIMT_CLUSTER_MOST];
    for (int i = 0; i < n; i++) {
        t[i].block = first + (uint64_t)i;
        t[i].state = SEAT_RUN;
        t[i].failed = 0;
    }
    for (int k = 0; clusters && k < n / size; k++) {
        for (int i = 0; i < size; i++)
            w[i] = t[k * size + i].w;
        cluster_begin(&clusters[k], w, (unsigned)size);
    }
    launch_begin_blocks(first + (uint64_t)n);
    take_turns(t, n);
}

/* 0, or -1: not all threads can be had; *made of them are there. */
static int make_threads(struct seat *t, struct worker **w, int n, size_t thread_stack, int *made)
{
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, thread_stack);
    for (*made = 0; *made < n; ++*made) {
        struct seat *s = &t[*made];
        s->w = w[*made];
        s->w->sched->seat = s;
        sem_init(&s->go, 0, 0);
        if (pthread_create(&s->thread, &attr, seat_main, s))
            break;
        guard_watch(s->thread);
    }
    pthread_attr_destroy(&attr);
    return *made == n ? 0 : -1;
}

int coop_run(struct worker **w, int n, size_t thread_stack)
{
    int grouped = simt_current.cluster > 1, made = 0, rc = 0;
    struct seat *t = calloc((size_t)n, sizeof *t);
    struct cluster *clusters = grouped ? calloc((size_t)n / simt_current.cluster, sizeof *clusters) : NULL;
    if (!t || (grouped && !clusters)) {
        free(t);
        free(clusters);
        return -1;
    }
    sem_init(&back, 0, 0);
    rc = make_threads(t, w, n, thread_stack, &made);
    for (int i = 0; !rc && i < made; i++)
        let_run(&t[i], COOP_AGAIN);
    for (uint64_t first = 0; !rc && first < simt_current.blocks && !simt_stop; first += (uint64_t)n)
        run_together(t, n, first, clusters);
    for (int i = 0; i < made; i++)
        let_run(&t[i], COOP_GIVE_UP);
    guard_end(); /* the guard must not signal a thread that has ended */
    for (int i = 0; i < made; i++)
        pthread_join(t[i].thread, NULL);
    for (int i = 0; i < n; i++) {
        w[i]->sched->seat = NULL;
        w[i]->sched->cluster = NULL;
    }
    for (size_t k = 0; clusters && k < (size_t)n / simt_current.cluster; k++)
        heard_end(&clusters[k]);
    free(clusters);
    free(t);
    return rc;
}
