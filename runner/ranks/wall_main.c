/*
 * wall_main.c: ridge-mpi and ridge-nccl: run the ranks of one call on the wall clock, and say how it went.
 *
 *     ridge-mpi OBJECT MODE THREADS            (descriptors 3..7 as proto.h says)
 *     ridge-mpi --rank OBJECT PID BOARD        what mpirun starts: it finds its case in the descriptors of process PID
 *
 * As ridge-ranks, it never loads the submission: the ranks do, once their carrier is connected and the walls are up.
 * It believes what they write into their pages, which is why nothing here may decide a grade.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runner/box/box.h"
#include "parts.h"
#include "wall.h"
#include "wire.h"
#include "runner/child/proto_serve.h"

/* QUIET_POLLS: about QUIET_S on an idle machine; of QUIET_S in the library, where nobody counts */
enum { START_S = 60, QUIET_S = 2, QUIET_POLLS = 16384, LEAVE_S = 5, LOOK_us = 1000, MPI = WALL_CARRIER_IS_MPI };
#if WALL_CARRIER_IS_MPI
static const struct wall_carrier *const carrier = &wall_mpi;
#else
static const struct wall_carrier *const carrier = &wall_nccl;
#endif

static struct parts job;
static struct proto_done *done;
static size_t in_size, out_size, room;
static struct wall_board *board;
static int board_fd;
static char *outs[COMM_MAX_RANKS];
static pid_t started[COMM_MAX_RANKS]; /* of MPI: mpirun alone */
static int watched[COMM_MAX_RANKS];   /* a descriptor of each rank's process; -1 */
static int processes, alive;

/* ---------------------------------------------------------------------------------------- the rank */

static struct wall_page *mine;

static void on_fault(int sig)
{
    mine->signal = sig;
    mine->state = WALL_DIED;
    signal(sig, SIG_DFL);
    raise(sig);
}

static void on_exit_early(void)
{
    if (mine->state == WALL_RUNS)
        mine->state = WALL_LEFT;
}

/* Faults end the process with the signal's name alone: the library's own handlers would write pages. */
static void watch_faults(void)
{
    static const int faults[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
    static char stack[32768];
    stack_t s = { .ss_sp = stack, .ss_size = sizeof stack };
    struct sigaction a = { .sa_handler = on_fault, .sa_flags = SA_ONSTACK };
    sigaltstack(&s, NULL);
    for (size_t k = 0; k < sizeof faults / sizeof faults[0]; k++)
        sigaction(faults[k], &a, NULL);
    atexit(on_exit_early);
}

static void let_go(int r)
{
    for (int k = 0; k < job.count; k++)
        if (k != r && outs[k])
            parts_unfence(outs[k], room);
    munmap((void *)job.go, PROTO_PAGE);
    munmap(job.in, in_size);
    if (done)
        munmap(done, PROTO_PAGE);
    if (job.out)
        munmap(job.out, out_size);
    if (!MPI) /* elsewhere these numbers are the library's own */
        syscall(SYS_close_range, PROTO_GO, PROTO_RAW, 0);
}

static _Noreturn void be_rank(int r, const char *object)
{
    static struct errand e;
    double slow = job.go->ranks.slow_rank == r ? job.go->ranks.slow_factor : 1;
    mine = &board->page[r];
    mine->pid = (int32_t)getpid();
    parts_prepare(&job, r, outs[r], &e);
    let_go(r);
    watch_faults();
    if (box_seccomp_sanitizer() || box_seccomp_ends()) /* a library's threads make calls that a lab never needs */
        parts_broken("seccomp");
    struct loaded l = parts_load(object, e.name);
    l.attach(wall_transport(carrier, board, r, slow), r, job.count);
    wall_begin();
    l.call(&e.f);
    l.detach();
    mine->state = WALL_RETURNED;
    carrier->close();
    exit(0);
}

static void *open_at(const char *pid, const char *fd, int flags, size_t *size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%s/fd/%s", pid, fd);
    int k = open(path, flags | O_CLOEXEC);
    if (k < 0)
        parts_broken(path);
    if (flags == O_RDWR)
        board_fd = fcntl(k, F_DUPFD_CLOEXEC, 64);
    return parts_map(k, size, flags == O_RDWR ? PROT_READ | PROT_WRITE : PROT_READ);
}

static size_t board_room(void)
{
    return (sizeof *board + PARTS_PAGE - 1) / PARTS_PAGE * PARTS_PAGE;
}

/* Under mpirun: `pid` is who started it. */
static _Noreturn void join(const char *object, const char *pid, const char *fd)
{
    char go[8], in[8];
    int r = -1;
    size_t all;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    snprintf(go, sizeof go, "%d", PROTO_GO);
    snprintf(in, sizeof in, "%d", PROTO_IN);
    job.go = open_at(pid, go, O_RDONLY, NULL);
    job.in = open_at(pid, in, O_RDONLY, &in_size);
    board = open_at(pid, fd, O_RDWR, &all);
    job.count = job.go->ranks.ranks;
    int rc = carrier->open(board, &r);
    if (rc || r < 0 || r >= job.count) {
        fprintf(stderr, "ridge-%s: %s\n", carrier->name, rc ? wall_why() : "");
        _exit(CHILD_INTERNAL);
    }
    room = parts_room(&job, 1);
    outs[r] = parts_fenced(room, MAP_SHARED, board_fd, board_room() + (size_t)r * room);
    be_rank(r, object);
}

static _Noreturn void fork_rank(int r, const char *object, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(CHILD_INTERNAL);
    if (carrier->open(board, &r)) {
        snprintf(board->page[r].why, WALL_WHY, "%s", wall_why());
        board->page[r].state = WALL_FAILED;
        _exit(CHILD_INTERNAL);
    }
    be_rank(r, object);
}

/* ------------------------------------------------------------------------------- starting and watching ranks */

static void mpirun(const char *object)
{
    char n[16], pid[16], fd[16], self[4096];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    snprintf(n, sizeof n, "%d", job.count);
    snprintf(pid, sizeof pid, "%d", (int)getppid());
    snprintf(fd, sizeof fd, "%d", board_fd);
    if (len < 0)
        parts_broken("/proc/self/exe");
    self[len] = 0;
    char *argv[] = { "mpirun", "-q", "--oversubscribe", "--bind-to", "none", "--mca", "btl", "self,vader", "--mca",
                     "btl_vader_single_copy_mechanism", "none", "--mca", "pml", "ob1", "-n", n, self, "--rank",
                     (char *)object, pid, fd, NULL };
    syscall(SYS_close_range, PROTO_GO, ~0U, CLOSE_RANGE_CLOEXEC);
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1); /* in a box, where there is no other uid */
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    setenv("OMPI_MCA_opal_signal", "10", 1); /* not those of faults: their traces are no help to a learner */
    setenv("HWLOC_HIDE_ERRORS", "2", 1); /* no /sys here */
    setenv("HOME", "/tmp", 1);
    setenv("TMPDIR", "/tmp", 1);
    execvp("mpirun", argv);
    parts_broken("mpirun");
}

static void lay_board(void)
{
    room = parts_room(&job, 1);
    size_t all = board_room() + room * (size_t)job.count;
    board_fd = memfd_create("ranks", MFD_CLOEXEC);
    if (board_fd < 0 || ftruncate(board_fd, (off_t)all))
        parts_broken("There is no memory for the ranks.");
    board = mmap(NULL, board_room(), PROT_READ | PROT_WRITE, MAP_SHARED, board_fd, 0);
    if (board == MAP_FAILED)
        parts_broken("There is no memory for the ranks.");
    board->ranks = job.count;
    for (int r = 0; r < job.count; r++) {
        watched[r] = -1;
        outs[r] = parts_fenced(room, MAP_SHARED, board_fd, board_room() + (size_t)r * room);
        parts_lay_outputs(&job, r, outs[r]);
    }
}

static void start_ranks(const char *object)
{
    pid_t self = getpid();
    alive = processes = MPI ? 1 : job.count;
    fflush(NULL);
    for (int k = 0; k < processes; k++) {
        started[k] = fork();
        if (started[k] < 0)
            parts_broken("fork");
        if (!started[k] && MPI)
            mpirun(object);
        if (!started[k])
            fork_rank(k, object, self);
    }
}

static void reap(void)
{
    for (int k = 0; k < processes; k++)
        if (started[k] > 0 && waitpid(started[k], NULL, WNOHANG) == started[k]) {
            started[k] = 0;
            alive--;
        }
}

static void nap(void)
{
    struct timespec t = { 0, LOOK_us * 1000L };
    nanosleep(&t, NULL);
}

static void all_are(int sig)
{
    for (int k = 0; k < processes; k++)
        if (started[k] > 0)
            kill(started[k], sig);
}

/* Ends the ranks; mpirun, asked to end, ends its own. */
static void end_ranks(double grace_s)
{
    for (double until = wall_clock() + grace_s; alive && wall_clock() < until; nap())
        reap();
    all_are(SIGTERM);
    for (double until = wall_clock() + 1; alive && wall_clock() < until; nap())
        reap();
    all_are(SIGKILL);
    for (; alive; nap())
        reap();
}

__attribute__((format(printf, 2, 3))) static int judge(enum proto_said said, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    done->verdict.said = said;
    vsnprintf(done->verdict.message, sizeof done->verdict.message, fmt, ap);
    va_end(ap);
    return -1;
}

static int in_state(enum wall_state s)
{
    int n = 0;
    for (int r = 0; r < job.count; r++)
        n += board->page[r].state == s;
    return n;
}

struct line {
    char *at;
    size_t room, len;
};

__attribute__((format(printf, 2, 3))) static void add(struct line *l, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    if (l->len < l->room)
        l->len += (size_t)vsnprintf(l->at + l->len, l->room - l->len, fmt, ap);
    va_end(ap);
}

/* "rank 0 in comm_send(4 B to rank 1, tag 0), its stream 1 in …; rank 1 has returned" */
static void say_ranks(char *ret, size_t n)
{
    struct line l = { ret, n, 0 };
    for (int r = 0; r < job.count; r++) {
        const struct wall_page *p = &board->page[r];
        add(&l, "%srank %d", r ? "; " : "", r);
        if (p->state == WALL_RETURNED) {
            add(&l, " has returned");
            continue;
        }
        add(&l, " in %.*s", WALL_SAID - 1, p->said[0][0] ? p->said[0] : "code of its own, before any call");
        for (int s = 1; s < WALL_STREAMS; s++)
            if (p->said[s][0])
                add(&l, ", its stream %d in %.*s", s, WALL_SAID - 1, p->said[s]);
    }
}

/* A rank's page says that the rank failed, died or left: the verdict on that. */
static int fallen(void)
{
    for (int r = 0; r < job.count; r++) {
        const struct wall_page *p = &board->page[r];
        switch (p->state) {
        case WALL_FAILED:
            return judge(SAID_FAIL, "Rank %d: %.*s", r, WALL_WHY - 1, p->why);
        case WALL_DIED:
            return judge(SAID_DIED, "Rank %d died of signal %d (%s). Its last call: %.*s.", r, p->signal,
                         strsignal(p->signal), WALL_SAID - 1, p->said[0]);
        case WALL_LEFT:
            return judge(SAID_DIED, "Rank %d called exit() before it returned. Its last call: "
                                    "%.*s.", r, WALL_SAID - 1,
                         p->said[0]);
        }
    }
    return 0;
}

static int is_gone(int r)
{
    struct pollfd f = { watched[r], POLLIN, 0 };
    return watched[r] >= 0 && poll(&f, 1, 0) == 1;
}

/* The verdict on a killed rank, whose page says nothing. Only the first is judged: mpirun ends the others after it. */
static int silenced(void)
{
    for (int r = 0; r < job.count; r++)
        if (is_gone(r) && board->page[r].state == WALL_RUNS)
            return judge(SAID_KILLED, "Rank %d ended without a word (killed, or by _exit()). Its last call: %.*s.", r,
                         WALL_SAID - 1, board->page[r].said[0]);
    return 0;
}

static void watch_ranks(void)
{
    for (int r = 0; r < job.count; r++)
        watched[r] = (int)syscall(SYS_pidfd_open, board->page[r].pid, 0);
}

static void unwatch_ranks(void)
{
    for (int r = 0; r < job.count; r++)
        if (watched[r] >= 0)
            close(watched[r]);
}

/* What the ranks' pages held when something moved for the last time. */
struct still {
    uint64_t progress;
    double own_s;
    uint32_t polls[COMM_MAX_RANKS][WALL_STREAMS];
};

static void moved(struct still *s, uint64_t progress)
{
    s->progress = progress;
    s->own_s = job.go->own_s;
    for (int r = 0; r < job.count; r++)
        memcpy(s->polls[r], (const void *)board->page[r].polls, sizeof s->polls[r]);
}

/* Has each stream of rank r asked the carrier for what it waits for, again and again? */
static int has_looked(int r, const struct still *s)
{
    const struct wall_page *p = &board->page[r];
    int n = p->streams < WALL_STREAMS ? p->streams : WALL_STREAMS, looked = n > 0;
    for (int k = p->inside ? n : 0; k < n; k++)
        looked &= p->polls[k] - s->polls[r][k] > QUIET_POLLS;
    return looked && (!p->inside || job.go->own_s - s->own_s > QUIET_S);
}

/* The sum of all ranks' progress; *running: how many of their threads do not wait. */
static uint64_t progress(int *running)
{
    uint64_t sum = 0;
    *running = 0;
    for (int r = 0; r < job.count; r++) {
        const struct wall_page *p = &board->page[r];
        sum += p->progress;
        *running += p->state == WALL_RETURNED ? 0 : p->running;
    }
    return sum;
}

/* Do all ranks wait for ever? A clock cannot tell: on a busy machine a message waits as long as its carrier does. */
static int stands_still(struct still *s)
{
    int running, waiting = 0;
    uint64_t now = progress(&running);
    if (running || now != s->progress)
        moved(s, now);
    for (int r = 0; r < job.count; r++) {
        if (board->page[r].state == WALL_RETURNED)
            continue;
        if (!has_looked(r, s))
            return 0;
        waiting++;
    }
    return waiting && progress(&running) == now && !running;
}

static int never_came(void)
{
    char text[VERDICT_TEXT / 2];
    say_ranks(text, sizeof text);
    return in_state(WALL_READY) == 0 && !alive
               ? judge(SAID_OURS, "The ranks could not start over %s. The output says why.", carrier->name)
               : judge(SAID_LIMIT, "Not all ranks have started within %d s over %s.", START_S, carrier->name);
}

static int await_start(void)
{
    for (; in_state(WALL_READY) < job.count; nap()) {
        reap();
        if (fallen())
            return -1;
        if (alive < processes || job.go->own_s > START_S)
            return never_came();
    }
    watch_ranks();
    __atomic_store_n(&board->go, 1, __ATOMIC_RELEASE);
    return 0;
}

static int await_end(void)
{
    char text[VERDICT_TEXT - 200];
    static struct still still;
    double t0 = job.go->own_s;
    moved(&still, 0);
    for (; in_state(WALL_RETURNED) < job.count; nap()) {
        reap();
        if (fallen() || silenced())
            return -1;
        say_ranks(text, sizeof text);
        if (!alive && in_state(WALL_RETURNED) < job.count && !fallen())
            return judge(SAID_DIED, "The ranks ended before all had returned: %s", text);
        if (stands_still(&still))
            return judge(SAID_FAIL, "There is a deadlock: nothing moves, and all ranks wait: %s", text);
        if (job.go->own_s - t0 > job.go->ranks.wall_s)
            return judge(SAID_LIMIT, "The ranks did not finish within the wall-clock limit of %.0f s: %s",
                         job.go->ranks.wall_s, text);
    }
    return 0;
}

/* ---- counters, with the names that the hub gives them --------------------------------------------------------- */

static void counter(const char *name, double value)
{
    struct proto_verdict *v = &done->verdict;
    if (v->ncounters == VERDICT_COUNTERS)
        return;
    snprintf(v->counter[v->ncounters].name, sizeof v->counter[0].name, "%s", name);
    v->counter[v->ncounters++].value = value;
}

static double greater(double a, double b)
{
    return a > b ? a : b;
}

static void collectives(void)
{
    for (int a = RANKS_ALL_REDUCE; a <= RANKS_BARRIER; a++) {
        double most = 0;
        for (int r = 0; r < job.count; r++)
            most = greater(most, (double)board->page[r].collectives[a]);
        counter(ranks_api_text((enum ranks_api)a) + strlen("comm_"), most);
    }
}

static void count_up(void)
{
    double end = 0, exposed = 0, compute = 0, sent = 0, got = 0, total = 0, msgs = 0, most = 0, peak = 0;
    for (int r = 0; r < job.count; r++) {
        const struct wall_page *p = &board->page[r];
        end = greater(end, p->end_s);
        exposed = greater(exposed, p->end_s - p->compute_s);
        compute = greater(compute, p->compute_s);
        sent = greater(sent, (double)p->sent_B);
        got = greater(got, (double)p->recv_B);
        most = greater(most, (double)p->msgs);
        peak = greater(peak, (double)p->peak_B);
        total += (double)p->sent_B;
        msgs += (double)p->msgs;
    }
    counter("wall_ns", end * 1e9);
    counter("exposed_comm_ns", exposed * 1e9);
    counter("compute_ns", compute * 1e9);
    counter("sent_B_max", sent);
    counter("recv_B_max", got);
    counter("sent_B_total", total);
    counter("msgs", msgs);
    counter("msgs_max", most);
    counter("peak_B_max", peak);
    collectives();
}

/* ---- one call ------------------------------------------------------------------------------------------------- */

static void trial(const char *object)
{
    static const char none[COMM_MAX_RANKS];
    struct err why;
    done->verdict = (struct proto_verdict){ .said = SAID_FINE };
    job.count = job.go->ranks.ranks;
    if (job.count < 1 || job.count > COMM_MAX_RANKS) {
        judge(SAID_OURS, "The job has no ranks.");
        return;
    }
    lay_board();
    start_ranks(object);
    int rc = await_start() || await_end();
    end_ranks(rc ? 0 : LEAVE_S);
    if (!rc && parts_gather(&job, outs, none, &why))
        judge(SAID_FAIL, "%s", why.text);
    count_up();
    unwatch_ranks();
    for (int r = 0; r < job.count; r++)
        parts_unfence(outs[r], room);
    munmap(board, board_room());
    close(board_fd);
}

static void *map(int fd, size_t *size, int prot)
{
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, 64); /* the ranks look for it at its own number */
    if (copy < 0)
        parts_broken("a descriptor");
    return parts_map(copy, size, prot);
}

int main(int argc, char **argv)
{
    if (MPI && argc == 5 && !strcmp(argv[1], "--rank"))
        join(argv[2], argv[3], argv[4]);
    if (argc != 4)
        return CHILD_INTERNAL;
    close(PROTO_RAW + 1); /* a listener's socket: nobody here has a filter that asks */
    job.go = map(PROTO_GO, NULL, PROT_READ);
    done = map(PROTO_DONE, NULL, PROT_READ | PROT_WRITE);
    job.in = map(PROTO_IN, &in_size, PROT_READ);
    job.out = map(PROTO_OUT, &out_size, PROT_READ | PROT_WRITE);
    setvbuf(stdout, NULL, _IOLBF, 0);
    uint32_t seq = 0;
    proto_answer(done, PROTO_READY);
    while (proto_wait(job.go, &seq)) {
        trial(argv[1]);
        proto_answer(done, seq);
    }
    exit(0);
}
