/* oracle.c: both ends of the talk with an oracle's process: a page that both see, a byte each way. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "oracle.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/box/box_level.h"
#include "runner/box/children.h"
#include "data.h"
#include "runner/child/proto.h"

enum { TALK = 3, NOTIFY = 4, TEXTS = 32 << 10, SYMBOL = 128, SCALARS = 64, FIRST_VALUES = 4096, DATA_MiB = 16384 };
enum { NO_BOX = 126 };
enum what { FILLS, VALUES, JUDGES };
enum reply { REPLY_OK, REPLY_REFUSES, REPLY_NO_SYMBOL, REPLY_NOT_LOADED };

/* The page: a question and its answer. Strings lie in `texts`: those of ours may be younger than the process. */
struct page {
    enum what what;
    enum reply reply;
    char symbol[SYMBOL], why[256];
    const char *name; /* of the buffer that is asked for */
    uint64_t seed;
    size_t n, ntexts;
    size_t *index;
    double *want, *scale;
    struct ridge_case c;
    struct ridge_buffer buffers[2 * PROTO_BUFS];
    struct ridge_scalar scalars[SCALARS];
    struct ridge_verdict verdict;
    char texts[TEXTS];
};

struct oracle {
    char *so, *dirs[ORACLE_DIRS];
    double wall_s;
    struct page *page;
    size_t *values; /* room for indices, values and scales of `room` elements */
    size_t room;
    void *own;      /* loaded here; NULL: it lives elsewhere */
    pid_t pid;      /* 0: none is there */
    int talk, notify, listener;
    unsigned born;  /* of which generation of shared memory it is */
};

/* ---- shared memory ----------------------------------------------------------------------------------------- */

static struct {
    struct region {
        const char *at;
        size_t bytes;
    } *region;
    size_t n;
    unsigned generation;
} shared;

void oracle_shares(const void *at, size_t bytes)
{
    struct region *more = realloc(shared.region, (shared.n + 1) * sizeof *more);
    if (!more)
        return; /* a buffer there is seen by a process that is forked for it */
    shared.region = more;
    shared.region[shared.n++] = (struct region){ at, bytes };
    shared.generation++;
}

void oracle_unshares(const void *at)
{
    for (size_t k = 0; k < shared.n; k++)
        if (shared.region[k].at == at) {
            shared.region[k] = shared.region[--shared.n];
            return;
        }
}

static int is_shared(const char *at, size_t bytes)
{
    for (size_t k = 0; k < shared.n; k++)
        if (at >= shared.region[k].at && at + bytes <= shared.region[k].at + shared.region[k].bytes)
            return 1;
    return 0;
}

static int is_seen(const struct ridge_buffer *b)
{
    return !b->count || is_shared(b->data, b->count * data_size(b->dtype));
}

/* The size of a block lies before the block, in a page of its own. */
enum { PAGE = 4096 };

void *oracle_memory(size_t bytes)
{
    size_t all = bytes + PAGE;
    char *at = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        return NULL;
    *(size_t *)(void *)at = all;
    oracle_shares(at + PAGE, bytes);
    return at + PAGE;
}

void oracle_memory_free(void *at)
{
    if (!at)
        return;
    char *page = (char *)at - PAGE;
    oracle_unshares(at);
    munmap(page, *(size_t *)(void *)page);
}

/* ---- the oracle's process ---------------------------------------------------------------------------------- */

typedef int fill_fn(struct ridge_case *, const char *, uint64_t);
typedef int values_fn(const struct ridge_case *, const char *, const size_t *, size_t, double *, double *);
typedef int judge_fn(const struct ridge_case *, struct ridge_verdict *);

static enum reply answer(void *so, struct page *p)
{
    void *symbol = dlsym(so, p->symbol);
    fill_fn *fill;
    values_fn *values;
    judge_fn *judge;
    if (!symbol)
        return REPLY_NO_SYMBOL;
    *(void **)&fill = symbol;
    *(void **)&values = symbol;
    *(void **)&judge = symbol;
    int rc = p->what == FILLS    ? fill(&p->c, p->name, p->seed)
             : p->what == VALUES ? values(&p->c, p->name, p->index, p->n, p->want, p->scale)
                                 : judge(&p->c, &p->verdict);
    return rc ? REPLY_REFUSES : REPLY_OK;
}

static void serve(const struct oracle *o, const struct box *b)
{
    char byte;
    if (box_enter(b) || prctl(PR_SET_DUMPABLE, 0) || box_seccomp_loading(0, 0, NOTIFY))
        _exit(NO_BOX);
    void *so = dlopen(o->so, RTLD_NOW | RTLD_LOCAL);
    if (!so)
        snprintf(o->page->why, sizeof o->page->why, "%s", dlerror());
    while (read(TALK, &byte, 1) == 1) {
        o->page->reply = so ? answer(so, o->page) : REPLY_NOT_LOADED;
        if (write(TALK, &byte, 1) != 1)
            break;
    }
    _exit(0);
}

static void end(struct oracle *o, int *status)
{
    if (o->pid > 0) {
        kill(o->pid, SIGKILL);
        children_reap(o->pid, status, NULL);
        close(o->talk);
        if (o->notify >= 0)
            close(o->notify);
        if (o->listener >= 0)
            close(o->listener);
    }
    o->pid = 0;
    o->talk = o->notify = o->listener = -1;
}

static int fork_it(struct oracle *o, int talk, int notify, struct err *e)
{
    struct box b = { .ro = { o->so, "/usr/lib", "/usr/lib64", "/lib", "/lib64", "/etc/ld.so.cache" },
                     .fds = { talk, notify, -1 }, .out_fd = -1, .in_fd = -1, .cpu = -1, .fsize_MiB = 1,
                     .data_MiB = BOX_OUR_MiB(DATA_MiB), .nofile = 16, .stack_MiB = 64 };
    for (int k = 0, n = 6; k < ORACLE_DIRS && o->dirs[k]; k++)
        b.ro[n++] = o->dirs[k];
    o->pid = box_fork(&b);
    if (o->pid == 0)
        serve(o, &b);
    if (o->pid > 0)
        return 0;
    err_set(e, "The lab's oracle has no sandbox: %s", *children_failed_at() ? children_failed_at() : strerror(errno));
    o->pid = 0;
    return -1;
}

static int begin(struct oracle *o, struct err *e)
{
    int talk[2], notify[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, talk))
        return err_set(e, "%s", strerror(errno));
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, notify))
        return close(talk[0]), close(talk[1]), err_set(e, "%s", strerror(errno));
    o->page->reply = REPLY_REFUSES;
    int rc = fork_it(o, talk[1], notify[1], e);
    close(talk[1]);
    close(notify[1]);
    o->talk = talk[0];
    o->notify = notify[0];
    o->born = shared.generation;
    if (!rc)
        return 0;
    close(talk[0]);
    close(notify[0]);
    o->talk = o->notify = -1;
    return -1;
}

/* ---- our end ----------------------------------------------------------------------------------------------- */

static int say_end(struct oracle *o, struct err *e)
{
    siginfo_t si;
    int status = 0;
    children_wait(o->pid, WEXITED, &si, util_now() + 1);
    end(o, &status);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS)
        return err_set(e, "The lab's oracle made a system call that a lab may not make.");
    if (WIFSIGNALED(status))
        return err_set(e, "The lab's oracle crashed with signal %d (%s).", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
    if (WEXITSTATUS(status) == NO_BOX)
        return err_set(e, "The lab's oracle has no sandbox: `ridge doctor` says what is missing.");
    return err_set(e, "The lab's oracle ended by itself, with exit code %d.", WEXITSTATUS(status));
}

/* For its byte, the end of it, a forbidden call, or the deadline. */
static int await(struct oracle *o, struct err *e)
{
    double until = util_now() + o->wall_s;
    for (;;) {
        char byte;
        struct pollfd f[2] = { { o->talk, POLLIN, 0 }, { o->listener >= 0 ? o->listener : o->notify, POLLIN, 0 } };
        double left = until - util_now();
        int n = left > 0 ? poll(f, 2, (int)(left * 1e3) + 1) : 0, nr;
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            end(o, NULL);
            return err_set(e, "The lab's oracle gave no answer within %.0f s.", o->wall_s);
        }
        if (f[0].revents)
            return read(o->talk, &byte, 1) == 1 ? 0 : say_end(o, e);
        if ((nr = box_forbidden(&o->notify, &o->listener)) >= 0) {
            end(o, NULL);
            return err_set(e, "The lab's oracle %s", box_called(nr));
        }
        if (o->listener < 0 && f[1].revents & POLLHUP) { /* this kernel has no listeners */
            close(o->notify);
            o->notify = -1;
        }
    }
}

/* A string of the page's own; "" when there is no more room. */
static const char *kept(struct page *p, const char *s)
{
    size_t n = strlen(s) + 1;
    if (p->ntexts + n > TEXTS - 1)
        return p->texts + TEXTS - 1;
    memcpy(p->texts + p->ntexts, s, n);
    p->ntexts += n;
    return p->texts + p->ntexts - n;
}

/* The question, all of it in memory that the process sees. 0 when one that is younger than its buffers is needed. */
static int put_case(struct page *p, enum what what, const char *fn, const struct ridge_case *c, const char *name)
{
    static const char *const ends[] = { [FILLS] = "fill", [VALUES] = "oracle", [JUDGES] = "verify" };
    int all = 1;
    p->what = what;
    p->ntexts = 0;
    p->texts[TEXTS - 1] = 0;
    snprintf(p->symbol, SYMBOL, "%s_%s", fn, ends[what]);
    p->name = kept(p, name);
    p->c = (struct ridge_case){ kept(p, c->id), kept(p, c->call), p->buffers, c->nbuffers, p->scalars, c->nscalars };
    p->c.nbuffers = c->nbuffers < 2 * PROTO_BUFS ? c->nbuffers : 2 * PROTO_BUFS;
    p->c.nscalars = c->nscalars < SCALARS ? c->nscalars : SCALARS;
    for (size_t k = 0; k < p->c.nbuffers; k++) {
        p->buffers[k] = c->buffers[k];
        p->buffers[k].name = kept(p, c->buffers[k].name);
        all &= is_seen(&c->buffers[k]);
    }
    for (size_t k = 0; k < p->c.nscalars; k++)
        p->scalars[k] = (struct ridge_scalar){ kept(p, c->scalars[k].name), c->scalars[k].value };
    return all;
}

/* `shares`: all that is asked about lies where a process of any age sees it. */
static int call(struct oracle *o, int shares, struct err *e)
{
    char byte = 0;
    if (o->pid && (!shares || o->born != shared.generation))
        end(o, NULL);
    if (!o->pid && begin(o, e))
        return -1;
    return write(o->talk, &byte, 1) != 1 ? say_end(o, e) : await(o, e);
}

static int ask(struct oracle *o, enum what what, const char *fn, const struct ridge_case *c, const char *name,
               struct err *e)
{
    struct page *p = o->page;
    int shares = put_case(p, what, fn, c, name);
    if (o->own)
        p->reply = answer(o->own, p);
    else if (call(o, shares, e))
        return -1;
    switch (p->reply) {
    case REPLY_OK:
        return 0;
    case REPLY_NO_SYMBOL:
        return err_set(e, "The lab's oracle.c does not define %s_%s.", fn,
                       what == FILLS    ? "fill"
                       : what == VALUES ? "oracle"
                                        : "verify");
    case REPLY_NOT_LOADED:
        return err_set(e, "The lab's oracle could not be loaded: %.200s", p->why);
    default:
        return err_set(e,
                       what == FILLS    ? "The function %s_fill refused case %s."
                       : what == VALUES ? "The oracle of %s refused case %s."
                                        : "The function %s_verify refused case %s.",
                       what == VALUES ? name : fn, c->id);
    }
}

int oracle_fill(struct oracle *o, const char *fn, struct ridge_case *c, const char *buffer, uint64_t seed,
                struct err *e)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b || !is_seen(b))
        return err_set(e, "The buffer %s of case %s cannot be filled by an oracle.", buffer, c->id);
    o->page->seed = seed;
    return ask(o, FILLS, fn, c, buffer, e);
}

static int make_room(struct oracle *o, size_t n, struct err *e)
{
    if (n <= o->room)
        return 0;
    oracle_memory_free(o->values);
    o->room = 0;
    o->values = oracle_memory(n * (sizeof(size_t) + 2 * sizeof(double)));
    if (!o->values)
        return err_set(e, "There is no memory for the values of %zu elements.", n);
    o->room = n;
    return 0;
}

int oracle_values(struct oracle *o, const char *fn, const struct ridge_case *c, const char *out, const size_t *index,
                  size_t n, double *want, double *scale, struct err *e)
{
    struct page *p = o->page;
    if (make_room(o, n, e))
        return -1;
    double *wants = (double *)(void *)(o->values + n), *scales = wants + n;
    p->index = memcpy(o->values, index, n * sizeof *index);
    p->want = memcpy(wants, want, n * sizeof *want);
    p->scale = memcpy(scales, scale, n * sizeof *scale);
    p->n = n;
    if (ask(o, VALUES, fn, c, out, e))
        return -1;
    memcpy(want, wants, n * sizeof *want);
    memcpy(scale, scales, n * sizeof *scale);
    return 0;
}

/* What it wrote is another's: strings may lack their ends, and counts be any. */
static void copy_verdict(const struct ridge_verdict *v, struct ridge_verdict *ret)
{
    *ret = *v;
    ret->message[sizeof ret->message - 1] = 0;
    if (ret->ncounters < 0 || ret->ncounters > RIDGE_MAX_COUNTERS)
        ret->ncounters = 0;
    for (int k = 0; k < ret->ncounters; k++)
        ret->counters[k].name[sizeof ret->counters[k].name - 1] = 0;
}

int oracle_judge(struct oracle *o, const char *fn, const struct ridge_case *c, struct ridge_verdict *ret,
                 struct err *e)
{
    o->page->verdict = *ret;
    if (ask(o, JUDGES, fn, c, "", e))
        return -1;
    copy_verdict(&o->page->verdict, ret);
    return 0;
}

struct oracle *oracle_open(const struct oracle_spec *spec, struct err *e)
{
    struct oracle *o = calloc(1, sizeof *o);
    if (!o || !(o->page = oracle_memory(sizeof *o->page)) || make_room(o, FIRST_VALUES, e)) {
        err_set(e, "There is no memory left.");
        oracle_close(o);
        return NULL;
    }
    o->so = util_path("%s", spec->so);
    for (int k = 0; k < ORACLE_DIRS && spec->dirs[k]; k++)
        o->dirs[k] = util_path("%s", spec->dirs[k]);
    o->wall_s = spec->wall_s > 0 ? spec->wall_s : ORACLE_WALL_S;
    o->talk = o->notify = o->listener = -1;
    if (!spec->own || (o->own = dlopen(spec->so, RTLD_NOW | RTLD_LOCAL)))
        return o;
    err_set(e, "%s", dlerror());
    oracle_close(o);
    return NULL;
}

void oracle_close(struct oracle *o)
{
    if (!o)
        return;
    end(o, NULL);
    if (o->own)
        dlclose(o->own);
    for (int k = 0; k < ORACLE_DIRS; k++)
        free(o->dirs[k]);
    free(o->so);
    oracle_memory_free(o->values);
    oracle_memory_free(o->page);
    free(o);
}
