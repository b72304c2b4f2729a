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
#include <dlfcn.h>
#include <errno.h>
#include <linux/futex.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "box.h"
#include "hub.h"
#include "rank.h"
#include "ridge/frame.h"

enum { GUARD = 65536, PAGE = 4096, LOOK = 256 /* calls or turns between two looks at the clock */ };

static const struct proto_go *go;
static struct proto_done *done;
static char *in, *out;
static size_t in_size, out_size;
static const char *object;
static int sanitizes;

struct process {
    pid_t pid;
    int reaped, status;
    uint32_t said;
    struct ranks_page *page;
    char *out; /* its outputs, between guards */
};

static struct process *ranks;
static int count;

static _Noreturn void broken(const char *what)
{
    fprintf(stderr, "ridge-ranks: %s: %s\n", what, strerror(errno));
    _exit(CHILD_INTERNAL);
}

static void *map(int fd, size_t *size, int prot)
{
    struct stat st;
    if (fstat(fd, &st))
        broken("fstat");
    void *p = mmap(NULL, (size_t)st.st_size, prot, MAP_SHARED, fd, 0);
    if (p == MAP_FAILED)
        broken("mmap");
    if (size)
        *size = (size_t)st.st_size;
    close(fd);
    return p;
}

/* A piece of memory with nothing on either side. */
static char *fenced(size_t size, int flags)
{
    char *p = mmap(NULL, size + 2 * GUARD, PROT_NONE, flags | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED || mprotect(p + GUARD, size, PROT_READ | PROT_WRITE))
        broken("no memory for a rank");
    return p + GUARD;
}

static void unfence(char *p, size_t size)
{
    munmap(p - GUARD, size + 2 * GUARD);
}

static double wall(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ------------------------------------------------------------------------------ a rank's arguments */

static uint64_t part_of(const struct proto_buf *b)
{
    return b->split ? b->count / (uint64_t)count : b->count;
}

static size_t room_of(const struct proto_buf *b)
{
    return (part_of(b) * b->size + PAGE - 1) / PAGE * PAGE;
}

static size_t room_for(int writable)
{
    size_t n = PAGE;
    for (uint32_t k = 0; k < go->nbufs; k++)
        if (!go->buf[k].writable == !writable)
            n += room_of(&go->buf[k]);
    return n;
}

/* Where rank r finds its part of a buffer in the case's memory. */
static char *source(const struct proto_buf *b, int r)
{
    return (b->writable ? out : in) + b->offset + (b->split ? (size_t)r * part_of(b) * b->size : 0);
}

/* In the hub: what a rank's outputs are before it runs. */
static void lay_outputs(int r)
{
    char *at = ranks[r].out;
    for (uint32_t k = 0; k < go->nbufs; k++) {
        const struct proto_buf *b = &go->buf[k];
        if (!b->writable)
            continue;
        memcpy(at, source(b, r), part_of(b) * b->size);
        at += room_of(b);
    }
}

/* In the rank: its own copies of its inputs, which it can read only. */
static char *lay_inputs(int r)
{
    size_t size = room_for(0);
    char *base = fenced(size, MAP_PRIVATE), *at = base;
    for (uint32_t k = 0; k < go->nbufs; k++) {
        const struct proto_buf *b = &go->buf[k];
        if (b->writable)
            continue;
        memcpy(at, source(b, r), part_of(b) * b->size);
        at += room_of(b);
    }
    mprotect(base, size, PROT_READ);
    return base;
}

/* Exact-size copies on the heap, so that the sanitizer sees one byte past the end. */
static void *heap_copy(const void *at, size_t bytes)
{
    void *p = malloc(bytes);
    if (!p && bytes)
        broken("no memory for a copy");
    if (bytes)
        memcpy(p, at, bytes);
    return p;
}

/* ---------------------------------------------------------------------------------------- the rank */

static ridge_trampoline *find(const struct ridge_export *table, const char *name)
{
    for (; table->name; table++)
        if (!strcmp(table->name, name))
            return table->call;
    return NULL;
}

struct loaded {
    ridge_trampoline *call;
    void (*attach)(const struct ranks_transport *, int, int);
    void (*detach)(void);
};

static struct loaded load(const char *name)
{
    struct loaded l = { 0 };
    void *so = dlopen(object, RTLD_NOW | RTLD_LOCAL);
    const struct ridge_export *table = so ? dlsym(so, "ridge_exports") : NULL;
    if (table) {
        l.call = find(table, name);
        *(void **)&l.attach = dlsym(so, "ridge_ranks_attach");
        *(void **)&l.detach = dlsym(so, "ridge_ranks_detach");
    }
    if (!l.call || !l.attach || !l.detach) {
        fprintf(stderr, "%s\n", so ? "the shared object lacks the call or the ranks' runtime" : dlerror());
        _exit(CHILD_NO_SYMBOL);
    }
    return l;
}

static void close_walls(void)
{
    if (sanitizes ? box_seccomp_sanitizer() : box_seccomp_loading(1, 0, -1))
        broken("seccomp");
}

/* What the rank needs of the page that it lets go of. */
struct errand {
    char name[PROTO_NAME];
    uint32_t nbufs, writable[PROTO_BUFS];
    size_t bytes[PROTO_BUFS];
    void *at[PROTO_BUFS]; /* in its own memory */
    struct ridge_frame f;
};

static void prepare(struct errand *e, int r)
{
    char *inputs = lay_inputs(r), *outputs = ranks[r].out;
    snprintf(e->name, sizeof e->name, "%s", go->call);
    e->nbufs = go->nbufs;
    for (uint32_t k = 0; k < go->nbufs; k++) {
        const struct proto_buf *b = &go->buf[k];
        char **at = b->writable ? &outputs : &inputs;
        e->writable[k] = b->writable;
        e->bytes[k] = part_of(b) * b->size;
        e->at[k] = e->f.buf[k] = *at;
        e->f.count[k] = part_of(b);
        *at += room_of(b);
    }
    for (uint32_t k = 0; k < go->nscalars && k < RIDGE_MAX_SCALARS; k++) {
        e->f.i[k] = go->i[k];
        e->f.d[k] = go->d[k];
    }
}

static void let_go(int r, size_t room)
{
    for (int k = 0; k < count; k++)
        if (k != r) {
            munmap(ranks[k].page, sizeof *ranks[k].page);
            unfence(ranks[k].out, room);
        }
    munmap((void *)go, PROTO_PAGE);
    munmap(done, PROTO_PAGE);
    munmap(in, in_size);
    munmap(out, out_size);
    close(PROTO_RAW);
    close(PROTO_RAW + 1);
}

static _Noreturn void be_rank(int r, pid_t hub)
{
    static struct errand e;
    struct ranks_page *page = ranks[r].page;
    int size = count;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != hub)
        _exit(CHILD_INTERNAL);
    mallopt(M_ARENA_MAX, 1); /* streams are threads, of which one runs */
    prepare(&e, r);
    let_go(r, room_for(1));
    close_walls();
    struct loaded l = load(e.name);
    l.attach(rank_transport(page), r, size);
    if (!sanitizes && box_seccomp_running())
        broken("seccomp");
    for (uint32_t k = 0; sanitizes && k < e.nbufs; k++)
        e.f.buf[k] = heap_copy(e.at[k], e.bytes[k]);
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

static void start_ranks(void)
{
    pid_t self = getpid();
    size_t room = room_for(1);
    ranks = calloc((size_t)count, sizeof *ranks);
    if (!ranks)
        broken("no memory");
    for (int r = 0; r < count; r++) {
        ranks[r].page = mmap(NULL, sizeof *ranks[r].page, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (ranks[r].page == MAP_FAILED)
            broken("no memory for a rank");
        ranks[r].out = fenced(room, MAP_SHARED);
        lay_outputs(r);
    }
    fflush(NULL);
    for (int r = 0; r < count; r++) {
        ranks[r].pid = fork();
        if (!ranks[r].pid)
            be_rank(r, self);
        if (ranks[r].pid < 0)
            broken("fork");
    }
}

static void reap(struct process *p, int options)
{
    if (!p->reaped && waitpid(p->pid, &p->status, options) == p->pid)
        p->reaped = 1;
}

/* A rank's process is dead: what does that mean? -1 when it is a verdict. */
static int mourn(struct hub *h, int r)
{
    int st = ranks[r].status, code = WIFEXITED(st) ? WEXITSTATUS(st) : 0;
    char why[128];
    if (WIFSIGNALED(st)) {
        int bad = WTERMSIG(st) == SIGSYS;
        snprintf(why, sizeof why, bad ? "made a system call that a lab never needs (files, processes, network)"
                                      : "died of signal %d (%s)", WTERMSIG(st), strsignal(WTERMSIG(st)));
        return hub_gone(h, r, bad ? SAID_VIOLATION : SAID_DIED, why);
    }
    if (sanitizes && code) /* the sanitizer's own words are the report */
        _exit(code);
    if (hub_finished(h, r))
        return hub_gone(h, r, SAID_FINE, "");
    snprintf(why, sizeof why, "called exit(%d) before it returned", code);
    return hub_gone(h, r, code == CHILD_INTERNAL ? SAID_OURS : SAID_DIED, why);
}

static int late(struct hub *h, int r, double deadline)
{
    if (wall() < deadline)
        return 0;
    char where[200];
    hub_where(h, r, where, sizeof where);
    hub_judge(h, SAID_LIMIT, "the ranks did not finish within the wall-clock limit; it is rank %d that runs, and its "
              "last call was %s", r, where);
    return 1;
}

/* Until this rank has said something or is dead; -1: a verdict. */
static int listen_to(struct hub *h, int r, double deadline)
{
    struct process *p = &ranks[r];
    while (__atomic_load_n(&p->page->said, __ATOMIC_ACQUIRE) == p->said) {
        page_wait(&p->page->said, p->said);
        if (__atomic_load_n(&p->page->said, __ATOMIC_ACQUIRE) != p->said)
            break;
        reap(p, WNOHANG);
        if (p->reaped)
            return mourn(h, r) ? -1 : 0;
        if (late(h, r, deadline))
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
    hub_judge(h, SAID_FAIL, "rank %d called after it had returned (from a destructor or a thread?)", r);
    return 1;
}

/* All have returned, and their processes end side by side. */
static void farewell(struct hub *h, double deadline)
{
    const struct timespec nap = { 0, 200000 };
    for (int r = 0; r < count; r++) {
        struct process *p = &ranks[r];
        for (reap(p, WNOHANG); !p->reaped && !strays(h, r) && !late(h, r, deadline); reap(p, WNOHANG))
            nanosleep(&nap, NULL);
        if (p->reaped && !hub_killed(h, r))
            mourn(h, r);
    }
}

/* Serve the rank whose turn it is until it is blocked; -1: a verdict. */
static int serve(struct hub *h, int r, double deadline)
{
    struct process *p = &ranks[r];
    for (unsigned calls = 1;; calls++) {
        int said = listen_to(h, r, deadline);
        if (said <= 0)
            return said;
        if (calls % LOOK == 0 && late(h, r, deadline))
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
    double deadline = wall() + go->ranks.wall_s;
    for (unsigned turns = 1; !rc && hub_next(h, &r, &s) > 0; turns++) {
        if (turns % LOOK == 0 && late(h, r, deadline))
            break;
        struct process *p = &ranks[r];
        struct ranks_reply reply;
        hub_answer(h, r, s, p->page->window, &reply);
        p->page->reply[s] = reply;
        page_wake(&p->page->turn[s]);
        if (!hub_finished(h, r))
            rc = serve(h, r, deadline);
    }
    if (!rc && hub_all_finished(h))
        farewell(h, deadline);
}

/* Each has to have the same bits of what is not split; the first one's are the result. */
static void gather_whole(struct hub *h, const struct proto_buf *b, size_t at)
{
    size_t bytes = b->count * b->size;
    int first = 0;
    while (first < count - 1 && hub_killed(h, first))
        first++;
    for (int r = first + 1; r < count; r++) {
        const char *a = ranks[first].out + at, *z = ranks[r].out + at;
        if (hub_killed(h, r) || !memcmp(a, z, bytes))
            continue;
        uint64_t where = 0, differ = 0;
        for (uint64_t k = 0; k < b->count; k++)
            if (memcmp(a + k * b->size, z + k * b->size, b->size) && !differ++)
                where = k;
        hub_judge(h, SAID_FAIL, "rank %d ends with other bits than rank %d in %.*s[%llu] (%llu of %llu elements): all "
                  "ranks have to hold the same", r, first, (int)sizeof b->name, b->name, (unsigned long long)where,
                  (unsigned long long)differ, (unsigned long long)b->count);
    }
    memcpy(out + b->offset, ranks[first].out + at, bytes);
}

static void gather(struct hub *h)
{
    size_t at = 0;
    for (uint32_t k = 0; k < go->nbufs; k++) {
        const struct proto_buf *b = &go->buf[k];
        if (!b->writable)
            continue;
        if (!b->split)
            gather_whole(h, b, at);
        for (int r = 0; b->split && r < count; r++)
            memcpy(source(b, r), ranks[r].out + at, part_of(b) * b->size);
        at += room_of(b);
    }
}

static void disband(void)
{
    size_t room = room_for(1);
    for (int r = 0; r < count; r++) {
        kill_rank(&ranks[r]);
        munmap(ranks[r].page, sizeof *ranks[r].page);
        unfence(ranks[r].out, room);
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
    char why[200];
    count = go->ranks.ranks;
    if (count < 1 || count > COMM_MAX_RANKS) {
        refuse("a job without ranks");
        return;
    }
    start_ranks(); /* before there is a hub, of which they have a copy otherwise */
    struct hub *h = hub_new(&go->ranks, why, sizeof why);
    if (h) {
        conduct(h);
        for (int r = 0; r < count; r++)
            kill_rank(&ranks[r]);
        gather(h);
        hub_result(h, &done->verdict);
        if (go->ranks.timeline)
            hub_timeline(h, PROTO_RAW);
    } else {
        refuse(why);
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
    go = map(PROTO_GO, NULL, PROT_READ);
    done = map(PROTO_DONE, NULL, PROT_READ | PROT_WRITE);
    in = map(PROTO_IN, &in_size, PROT_READ);
    out = map(PROTO_OUT, &out_size, PROT_READ | PROT_WRITE);
    setvbuf(stdout, NULL, _IOLBF, 0);
    done->seq = PROTO_READY;
    syscall(SYS_futex, &done->seq, FUTEX_WAKE, 1, NULL, NULL, 0);
    for (uint32_t last = 0;;) {
        uint32_t s;
        while ((s = __atomic_load_n(&go->seq, __ATOMIC_ACQUIRE)) == last)
            syscall(SYS_futex, &go->seq, FUTEX_WAIT, last, NULL, NULL, 0);
        if (go->quit)
            exit(0);
        last = s;
        trial();
        __atomic_store_n(&done->seq, s, __ATOMIC_RELEASE);
        syscall(SYS_futex, &done->seq, FUTEX_WAKE, 1, NULL, NULL, 0);
    }
}
