/*
 * ridge-ranks: runs the ranks of one call, each a process of its own, and is their hub.
 *
 *     ridge-ranks OBJECT MODE THREADS      (descriptors 3..7 as proto.h says)
 *
 * It never loads the submission: the ranks do, after they have let go of everything but their own arguments and the
 * one page set that they share with the hub. They live for one trial; what they leave is theirs alone, and results,
 * counters and timeline are written when all of them are dead.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runner/box/box.h"
#include "hub.h"
#include "parts.h"
#include "rank.h"
#include "runner/child/proto_serve.h"

static struct parts job;
static struct proto_done *done;
static size_t in_size, out_size;
static const char *object;
static int sanitizes;

struct process {
    pid_t pid;
    int reaped, status;
    int socket, listener; /* where its seccomp listener comes; then the listener; -1 */
    uint32_t said;
    struct ranks_page *page;
    char *out; /* the rank's outputs, between guards */
};

static struct process *ranks;

/* ---------------------------------------------------------------------------------------- the rank */

static void close_walls(int socket)
{
    if (sanitizes ? box_seccomp_sanitizer() : box_seccomp_loading(1, 0, socket))
        parts_broken("seccomp");
}

/* Exact-size copies on the heap, so that the sanitizer sees one byte past the end. */
static void *heap_copy(const void *at, size_t bytes)
{
    void *p = malloc(bytes);
    if (!p && bytes)
        parts_broken("There is no memory for a copy.");
    if (bytes)
        memcpy(p, at, bytes);
    return p;
}

static void shut(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void let_go(int r, size_t room)
{
    for (int k = 0; k < job.count; k++)
        if (k != r) {
            munmap(ranks[k].page, sizeof *ranks[k].page);
            parts_unfence(ranks[k].out, room);
        }
    for (int k = 0; k <= r; k++)
        shut(&ranks[k].socket); /* a listener is the hub's alone */
    munmap((void *)job.go, PROTO_PAGE);
    munmap(done, PROTO_PAGE);
    munmap(job.in, in_size);
    munmap(job.out, out_size);
    close(PROTO_RAW);
    close(PROTO_RAW + 1);
}

static _Noreturn void be_rank(int r, pid_t hub, int socket)
{
    static struct errand e;
    struct ranks_page *page = ranks[r].page;
    int size = job.count;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != hub)
        _exit(CHILD_INTERNAL);
    mallopt(M_ARENA_MAX, 1); /* streams are threads, of which one runs */
    parts_prepare(&job, r, ranks[r].out, &e);
    let_go(r, parts_room(&job, 1));
    close_walls(socket);
    struct loaded l = parts_load(object, e.name);
    l.attach(rank_transport(page), r, size);
    if (!sanitizes && box_seccomp_running())
        parts_broken("seccomp");
    for (uint32_t k = 0; sanitizes && k < e.nbufs; k++) {
        e.f.buf[k] = heap_copy(e.at[k], e.bytes[k]);
        page->copy_at[k] = (uint64_t)(uintptr_t)e.f.buf[k];
    }
    rank_begin();
    l.call(&e.f);
    l.detach();
    for (uint32_t k = 0; sanitizes && k < e.nbufs; k++) {
        if (e.writable[k] && e.bytes[k])
            memcpy(e.at[k], e.f.buf[k], e.bytes[k]);
        free(e.f.buf[k]);
    }
    exit(0); /* not _exit(): LeakSanitizer reports from its exit handler */
}

/* ----------------------------------------------------------------------------------------- the hub */

/* Our end of a rank's listener's socket; the rank's is returned. The sanitizers' filter answers, it never asks. */
static int open_socket(struct process *p)
{
    int s[2] = { -1, -1 };
    if (!sanitizes && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, s))
        parts_broken("a socket");
    p->socket = s[0];
    p->listener = -1;
    return s[1];
}

static void start_ranks(void)
{
    pid_t self = getpid();
    size_t room = parts_room(&job, 1);
    ranks = calloc((size_t)job.count, sizeof *ranks);
    if (!ranks)
        parts_broken("no memory");
    for (int r = 0; r < job.count; r++) {
        ranks[r].page = mmap(NULL, sizeof *ranks[r].page, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (ranks[r].page == MAP_FAILED)
            parts_broken("There is no memory for a rank.");
        ranks[r].out = parts_fenced(room, MAP_SHARED, -1, 0);
        parts_lay_outputs(&job, r, ranks[r].out);
    }
    fflush(NULL);
    for (int r = 0; r < job.count; r++) {
        int socket = open_socket(&ranks[r]);
        ranks[r].pid = fork();
        if (!ranks[r].pid)
            be_rank(r, self, socket);
        if (ranks[r].pid < 0)
            parts_broken("fork");
        shut(&socket);
    }
}

static void reap(struct process *p, int options)
{
    if (!p->reaped && waitpid(p->pid, &p->status, options) == p->pid)
        p->reaped = 1;
}

/* Whose copies they are that the sanitizer's report speaks of, and how long. The rank may have written anything into
 * its page: ridge-exec looks for an address there, and takes the call's own names alone. */
static void tell_parts(int r)
{
    for (uint32_t k = 0; k < job.go->nbufs && k < PROTO_BUFS; k++) {
        done->copy_at[k] = ranks[r].page->copy_at[k];
        done->part_bytes[k] = parts_bytes(&job, k);
    }
    done->part_of = (uint32_t)r + 1;
}

/* Says what the death of a rank's process means; -1 when that is a verdict. */
static int mourn(struct hub *h, int r)
{
    int st = ranks[r].status, code = WIFEXITED(st) ? WEXITSTATUS(st) : 0;
    char why[128];
    if (WIFSIGNALED(st)) {
        int bad = WTERMSIG(st) == SIGSYS;
        snprintf(why, sizeof why, bad ? "made a system call that a lab never needs (files, processes, network)"
                                      : "died of signal %d (%s)", WTERMSIG(st), strsignal(WTERMSIG(st)));
        return hub_gone(h, r, bad ? SAID_VIOLATION : WTERMSIG(st) == SIGKILL ? SAID_KILLED : SAID_DIED, why);
    }
    if (sanitizes && code) { /* the sanitizer's own words are the report */
        tell_parts(r);
        _exit(code);
    }
    if (hub_finished(h, r))
        return hub_gone(h, r, SAID_FINE, "");
    snprintf(why, sizeof why, "called exit(%d) before it returned", code);
    return hub_gone(h, r, code == CHILD_INTERNAL ? SAID_OURS : SAID_DIED, why);
}

/* Does a forbidden call of this rank wait at its listener? It is never made. */
static int forbidden(struct hub *h, int r)
{
    int nr = box_forbidden(&ranks[r].socket, &ranks[r].listener);
    if (nr < 0)
        return 0;
    hub_gone(h, r, SAID_VIOLATION, box_called(nr));
    return 1;
}

/* Is the trial over its limit, by ridge-exec's count of the time that was the ranks' own? */
static int late(struct hub *h, int r)
{
    if (job.go->own_s < job.go->ranks.wall_s)
        return 0;
    char where[200];
    hub_where(h, r, where, sizeof where);
    hub_judge(h, SAID_LIMIT, "The ranks did not finish within the wall-clock limit. Rank %d is the one that runs, "
                             "and its last call was %s.", r, where);
    return 1;
}

/* Waits until this rank has made a call or is dead; -1: there is a verdict. */
static int listen_to(struct hub *h, int r)
{
    struct process *p = &ranks[r];
    while (__atomic_load_n(&p->page->said, __ATOMIC_ACQUIRE) == p->said) {
        page_wait(&p->page->said, p->said);
        if (__atomic_load_n(&p->page->said, __ATOMIC_ACQUIRE) != p->said)
            break;
        reap(p, WNOHANG);
        if (p->reaped)
            return mourn(h, r) ? -1 : 0;
        if (forbidden(h, r) || late(h, r))
            return -1;
    }
    p->said++;
    return 1;
}

static void kill_rank(struct process *p)
{
    if (p->reaped)
        return;
    kill(p->pid, SIGKILL);
    reap(p, 0);
}

static int strays(struct hub *h, int r)
{
    if (__atomic_load_n(&ranks[r].page->said, __ATOMIC_ACQUIRE) == ranks[r].said)
        return 0;
    hub_judge(h, SAID_FAIL, "Rank %d made a call after it had returned (from a destructor or a thread?).", r);
    return 1;
}

/* All ranks have returned: waits until their processes have ended, side by side. */
static void farewell(struct hub *h)
{
    const struct timespec nap = { 0, 200000 };
    for (int r = 0; r < job.count; r++) {
        struct process *p = &ranks[r];
        for (reap(p, WNOHANG); !p->reaped && !strays(h, r) && !forbidden(h, r) && !late(h, r); reap(p, WNOHANG))
            nanosleep(&nap, NULL);
        if (p->reaped && !hub_killed(h, r))
            mourn(h, r);
    }
}

/* Serve the rank whose turn it is until it is blocked; -1: a verdict. */
static int serve(struct hub *h, int r)
{
    struct process *p = &ranks[r];
    for (;;) {
        int said = listen_to(h, r);
        if (said <= 0)
            return said;
        if (late(h, r))
            return -1;
        struct ranks_call c = p->page->call;
        struct ranks_reply reply;
        switch (hub_call(h, r, &c, p->page->window, &reply)) {
        case HUB_BLOCKED:
            return 0;
        case HUB_OVER:
            return -1;
        case HUB_KILL:
            kill_rank(p);
            return hub_gone(h, r, SAID_FINE, "");
        case HUB_ANSWERED:
            p->page->reply[c.stream] = reply;
            page_wake(&p->page->turn[c.stream]);
        }
    }
}

static void conduct(struct hub *h)
{
    int r, s, rc = 0;
    while (!rc && hub_next(h, &r, &s) > 0) {
        if (forbidden(h, r) || late(h, r)) /* a thread's call holds up no other */
            break;
        struct process *p = &ranks[r];
        struct ranks_reply reply;
        hub_answer(h, r, s, p->page->window, &reply);
        p->page->reply[s] = reply;
        page_wake(&p->page->turn[s]);
        if (!hub_finished(h, r))
            rc = serve(h, r);
    }
    if (!rc && hub_all_finished(h))
        farewell(h);
}

static void gather(struct hub *h)
{
    char *outs[COMM_MAX_RANKS], absent[COMM_MAX_RANKS];
    struct err why;
    for (int r = 0; r < job.count; r++) {
        outs[r] = ranks[r].out;
        absent[r] = hub_killed(h, r) != 0;
    }
    if (parts_gather(&job, outs, absent, &why))
        hub_judge(h, SAID_FAIL, "%s", why.text);
}

static void disband(void)
{
    size_t room = parts_room(&job, 1);
    for (int r = 0; r < job.count; r++) {
        kill_rank(&ranks[r]);
        shut(&ranks[r].socket);
        shut(&ranks[r].listener);
        munmap(ranks[r].page, sizeof *ranks[r].page);
        parts_unfence(ranks[r].out, room);
    }
    free(ranks);
}

static void refuse(const char *why)
{
    done->verdict = (struct proto_verdict){ .said = SAID_OURS };
    snprintf(done->verdict.message, sizeof done->verdict.message, "%s", why);
}

static void trial(void)
{
    struct err why;
    job.count = job.go->ranks.ranks;
    if (job.count < 1 || job.count > COMM_MAX_RANKS) {
        refuse("The job has no ranks.");
        return;
    }
    start_ranks(); /* before there is a hub, of which they have a copy otherwise */
    struct hub *h = hub_new(&job.go->ranks, &why);
    if (h) {
        conduct(h);
        for (int r = 0; r < job.count; r++)
            kill_rank(&ranks[r]);
        gather(h);
        hub_result(h, &done->verdict);
        if (job.go->ranks.timeline)
            hub_timeline(h, PROTO_RAW);
    } else {
        refuse(why.text);
    }
    disband();
    hub_delete(h);
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return CHILD_INTERNAL;
    object = argv[1];
    sanitizes = atoi(argv[2]) == PROTO_SANITIZE;
    if (!sanitizes) /* LeakSanitizer looks at its own process from a second one */
        prctl(PR_SET_DUMPABLE, 0);
    job.go = parts_map(PROTO_GO, NULL, PROT_READ);
    done = parts_map(PROTO_DONE, NULL, PROT_READ | PROT_WRITE);
    job.in = parts_map(PROTO_IN, &in_size, PROT_READ);
    job.out = parts_map(PROTO_OUT, &out_size, PROT_READ | PROT_WRITE);
    setvbuf(stdout, NULL, _IOLBF, 0);
    uint32_t seq = 0;
    proto_answer(done, PROTO_READY);
    while (proto_wait(job.go, &seq)) {
        trial();
        proto_answer(done, seq);
    }
    exit(0);
}
