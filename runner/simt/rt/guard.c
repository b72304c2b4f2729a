/*
 * guard.c: what goes wrong inside a lane does not end the program. Faults and the time limit take the lane's
 * host thread to fault_landing(), on the scheduler's stack.
 *
 * The time limit is one of CPU time: who is kept from the processors is not slow. Where nobody has set one, it is a
 * limit on the time since the launch last began a block: a large launch lasts, and is not endless. It is first a flag
 * that the scheduler sees. A loop in which nothing calls the runtime does not, and gets a signal. In code without
 * hooks such a loop may also wait for another lane of its block: a lane that has not changed from one tick to the
 * next is parked inside the signal's handler, on its own stack, and the others run. Only the user's code is interrupted
 * so, never the runtime's or a library's.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "image.h"
#include "runner/simt/rt/sched/sched.h"

enum { TICK_us = 20000, SHORT_TICK_us = 250, GRACE_ms = 200, REST_TICKS = 100 };
enum { TIMEOUT = 702, TIME_SIGNAL = SIGURG };

static uint64_t began_ns; /* atomic; 0: nothing runs */
static int resting;       /* atomic: the watcher waits to be woken */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static struct watched {
    pthread_t thread;
    double cpu_s; /* that it had before */
} *watched;
static int nwatched, nroom;
static uint64_t begun; /* blocks of the launch, at the last look */
#define LOOK_s .5      /* of the launch's time: between two looks at who waits in vain */
static double looked_s;

/* ---- faults -------------------------------------------------------------------------------------------- */

static void land(struct worker *w, ucontext_t *c, int kind, uintptr_t address)
{
    uintptr_t top = (uintptr_t)simt_sched_sp & ~63ul;
    w->sched->fault = (struct fault){ kind, (uintptr_t)c->uc_mcontext.gregs[REG_RIP], address };
    c->uc_mcontext.gregs[REG_RSP] = (greg_t)(top - 8);
    c->uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)fault_landing;
}

static void say(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    if (write(STDERR_FILENO, s, n) < 0)
        return;
}

static void on_fault(int sig, siginfo_t *info, void *context)
{
    struct worker *w = simt_worker;
    uintptr_t a = (uintptr_t)info->si_addr;
    if (w && simt_hot.cur) {
        int kind = sig == SIGFPE ? FAULT_ARITHMETIC : sig == SIGILL ? FAULT_INSTRUCTION : FAULT_MEMORY;
        land(w, context, kind, info->si_code > 0 && info->si_code != SI_KERNEL ? a : NO_ADDRESS);
        return;
    }
    if ((sig == SIGSEGV || sig == SIGBUS) && a - simt_heap_lo < simt_heap_hi - simt_heap_lo)
        say("ridge simt: host code touches a device address at which nothing is allocated\n");
    signal(sig, SIG_DFL); /* the instruction is run again, and ends the program */
}

/* The program's code lies between what starts it and the runtime, which is C but for operator new and delete.
 * (What the compiler puts aside as unlikely lies before all that.) */
static uintptr_t user_begin, user_end;

static void find_user(const Elf64_Sym *y, const char *name, void *arg)
{
    uintptr_t *end = arg, last = y->st_value + y->st_size;
    int allocates = !strncmp(name, "_Zn", 3) || !strncmp(name, "_Zd", 3);
    if (ELF64_ST_TYPE(y->st_info) == STT_FUNC && !strncmp(name, "_Z", 2) && !allocates && last > *end)
        *end = last;
}

extern char _start[], etext[];

static void find_text(void)
{
    uintptr_t end = 0;
    image_symbols(find_user, &end);
    user_begin = (uintptr_t)_start;
    user_end = end ? end : user_begin; /* no symbols: what might be the runtime is left alone */
}

uintptr_t guard_user_end(void) { return user_end; }

/* A lane that waits in a loop of its own looks the same whenever one looks. */
static RT_LOCAL struct {
    struct fiber *f;
    uint64_t block, barriers, collectives;
    unsigned lane;
} seen;

static int unchanged(const struct worker *w)
{
    uint64_t collectives = w->n_shuffle + w->n_vote;
    int same = seen.f == simt_hot.cur && seen.lane == simt_lane.lane && seen.block == w->block &&
               seen.barriers == w->n_barrier && seen.collectives == collectives;
    seen.f = simt_hot.cur;
    seen.lane = simt_lane.lane;
    seen.block = w->block;
    seen.barriers = w->n_barrier;
    seen.collectives = collectives;
    return same;
}

static int preempted; /* in this launch */

static void on_time(int sig, siginfo_t *info, void *context)
{
    ucontext_t *c = context;
    struct worker *w = simt_worker;
    uintptr_t pc = (uintptr_t)c->uc_mcontext.gregs[REG_RIP], sp = (uintptr_t)c->uc_mcontext.gregs[REG_RSP];
    (void)sig, (void)info;
    if (!w || !simt_hot.cur || stack_of(w->sched, sp) == ~(size_t)0)
        return; /* between lanes: the flag will be seen */
    if (pc >= user_end || pc < user_begin)
        return; /* an unknown lock may be held: the next signal comes soon */
    if (simt_stop) {
        land(w, c, FAULT_TIME, 0);
        return;
    }
    const struct fiber *f = w->w->lanes + simt_lane.lane;
    if (w->tracing || w->sched->calling || simt_lane.tid.x != f->tid.x || !unchanged(w))
        return;
    preempted = 1;
    simt_spin(pc + 1);
}

void guard_thread(struct worker *w)
{
    enum { SIZE = 64 << 10 };
    struct sched *s = w->sched;
    if (!s->signal_stack && !(s->signal_stack = malloc(SIZE)))
        return;
    stack_t t = { .ss_sp = s->signal_stack, .ss_size = SIZE };
    sigaltstack(&t, NULL);
}

void guard_start(void)
{
    struct sigaction a = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK };
    static const int faults[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL };
    find_text(); /* here: later a sandbox may have closed the file */
    sigemptyset(&a.sa_mask);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigaction(faults[i], &a, NULL);
    a.sa_sigaction = on_time; /* on the lane's own stack, and as often as lanes are parked in it */
    a.sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER;
    sigaction(TIME_SIGNAL, &a, NULL);
}

/* ---- the time limit ------------------------------------------------------------------------------------ */

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static double cpu_of(pthread_t thread)
{
    clockid_t clock;
    struct timespec t = { 0, 0 };
    if (!pthread_getcpuclockid(thread, &clock))
        clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* What the launch would have taken on an idle machine: as long as its slowest thread, or as all of them on the
 * processors that there are. Blocks of a cooperative launch or of a cluster take turns. */
static double taken_s(void)
{
    double most = 0, all = 0;
    int cpus = launch_processors(), width = launch_seated() ? 1 : nwatched < cpus ? nwatched : cpus;
    for (int i = 0; i < nwatched; i++) {
        double cpu = cpu_of(watched[i].thread) - watched[i].cpu_s;
        most = cpu > most ? cpu : most;
        all += cpu;
    }
    return width && all / width > most ? all / width : most;
}

static void signal_workers(void)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < nwatched; i++)
        pthread_kill(watched[i].thread, TIME_SIGNAL);
    pthread_mutex_unlock(&lock);
}

static void rest(void)
{
    pthread_mutex_lock(&lock);
    __atomic_store_n(&resting, 1, __ATOMIC_SEQ_CST);
    while (!__atomic_load_n(&began_ns, __ATOMIC_SEQ_CST))
        pthread_cond_wait(&wake, &lock);
    __atomic_store_n(&resting, 0, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&lock);
}

/* Another block has begun since the last look: the time before counts no more. */
static void note_progress(void)
{
    uint64_t blocks = launch_begun();
    if (simt_config.timeout_set || blocks == begun)
        return;
    begun = blocks;
    looked_s = 0;
    for (int i = 0; i < nwatched; i++)
        watched[i].cpu_s = cpu_of(watched[i].thread);
}

/* Whether the launch that began then has used its time up: 1 now. */
static int out_of_time(uint64_t began)
{
    double may = simt_config.timeout > 0 ? simt_config.timeout : 1e9;
    pthread_mutex_lock(&lock); /* the launch does not end meanwhile: the next launch's flag is not ours */
    note_progress();
    double taken = taken_s();
    int out = began == __atomic_load_n(&began_ns, __ATOMIC_SEQ_CST) && !simt_stop && taken >= may;
    if (out)
        simt_stop = TIMEOUT;
    if (taken - looked_s >= LOOK_s) {
        looked_s = taken;
        simt_look++;
    }
    pthread_mutex_unlock(&lock);
    return out;
}

/* Looks at the clocks now and then; when nothing has run for a while it waits for the next launch. */
static void *watch(void *arg)
{
    unsigned idle = 0;
    uint64_t last = 0, looked = 0, stopped = 0;
    for (;;) {
        uint64_t begin = __atomic_load_n(&began_ns, __ATOMIC_SEQ_CST), t;
        const struct timespec tick = { 0, (begin && preempted ? SHORT_TICK_us : TICK_us) * 1000 };
        nanosleep(&tick, NULL);
        if (!begin || begin != __atomic_load_n(&began_ns, __ATOMIC_SEQ_CST)) {
            if (!begin && ++idle > REST_TICKS)
                rest();
            continue;
        }
        idle = 0;
        t = now_ns();
        if (t - last < (uint64_t)tick.tv_nsec / 2) /* a sandbox that forbids sleeping: no storm of signals */
            continue;
        last = t;
        if (t - looked >= TICK_us / 2 * 1000 && out_of_time(begin))
            stopped = t;
        looked = t - looked >= TICK_us / 2 * 1000 ? t : looked;
        if (simt_stop != TIMEOUT || t > stopped + GRACE_ms * 1000000ull) /* first each thread may see the flag */
            signal_workers();
    }
    return arg;
}

static void start_watching(void)
{
    pthread_t t;
    pthread_attr_t attr;
    sigset_t all, old;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old); /* the program's signals are not for this thread */
    pthread_create(&t, &attr, watch, NULL);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&attr);
}

static void add_watched(pthread_t t)
{
    if (nwatched < nroom)
        watched[nwatched++] = (struct watched){ t, cpu_of(t) };
}

/* Room for the threads of n workers; a cooperative launch adds its own. */
static int make_room(int n)
{
    struct watched *v = 2 * n > nroom ? realloc(watched, 2 * (size_t)n * sizeof *v) : watched;
    if (!v)
        return -1;
    nroom = 2 * n > nroom ? 2 * n : nroom;
    watched = v;
    return 0;
}

void guard_begin(struct worker **w, int n)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start_watching);
    pthread_mutex_lock(&lock);
    w[0]->sched->thread = pthread_self();
    preempted = 0;
    begun = 0;
    looked_s = 0;
    nwatched = 0;
    int rc = make_room(n);
    for (int i = 0; !rc && i < n; i++)
        if (!i || w[i]->sched->threaded)
            add_watched(w[i]->sched->thread);
    if (!rc)
        __atomic_store_n(&began_ns, now_ns(), __ATOMIC_SEQ_CST);
    if (!rc && __atomic_load_n(&resting, __ATOMIC_SEQ_CST))
        pthread_cond_signal(&wake);
    pthread_mutex_unlock(&lock);
}

void guard_watch(pthread_t t)
{
    pthread_mutex_lock(&lock);
    add_watched(t);
    pthread_mutex_unlock(&lock);
}

void guard_end(void)
{
    __atomic_store_n(&began_ns, 0, __ATOMIC_SEQ_CST);
    pthread_mutex_lock(&lock); /* no signal is under way after this */
    nwatched = 0;
    pthread_mutex_unlock(&lock);
}
