/* executor.c: the table of executors, and the one that is this machine. */
#define _GNU_SOURCE
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "executor_internal.h"
#include "runner/box/box_level.h"

enum { MOST_JOBS = 64 };

struct local {
    struct {
        struct runner *run;
        int64_t id;
        int attempt;
    } slot[MOST_JOBS];
};

static int local_open(struct executor *x, struct err *e)
{
    x->o.jobs = x->o.jobs < 1 ? 1 : x->o.jobs > MOST_JOBS ? MOST_JOBS : x->o.jobs;
    x->of = calloc(1, sizeof(struct local));
    return x->of ? 0 : err_set(e, "There is no memory left.");
}

static int local_room(const struct executor *x)
{
    return x->o.jobs - x->underway;
}

static int local_start(struct executor *x, int64_t id, int attempt, const json_t *files, struct err *e)
{
    struct local *l = x->of;
    struct runner_request q = x->o.request;
    int k = 0;
    while (l->slot[k].run)
        k++;
    q.files = files;
    q.box = box_name();
    l->slot[k].run = runner_start(&q, e);
    if (!l->slot[k].run)
        return -1;
    l->slot[k].id = id;
    l->slot[k].attempt = attempt;
    return 0;
}

static int local_pump(struct executor *x, int wait_ms, struct err *e)
{
    struct local *l = x->of;
    struct pollfd f[MOST_JOBS];
    nfds_t n = 0;
    (void)e;
    for (int k = 0; k < x->o.jobs; k++)
        if (l->slot[k].run)
            f[n++] = (struct pollfd){ runner_fd(l->slot[k].run), POLLIN, 0 };
    poll(f, n, wait_ms);
    for (int k = 0; k < x->o.jobs; k++) {
        struct runner *r = l->slot[k].run;
        if (!r || runner_pump(r, NULL, NULL))
            continue;
        l->slot[k].run = NULL;
        executor_end(x, l->slot[k].id, l->slot[k].attempt, runner_report(r), NULL, runner_failure(r));
        runner_finish(r);
    }
    return 0;
}

static void local_cancel(struct executor *x)
{
    struct local *l = x->of;
    for (int k = 0; k < x->o.jobs; k++)
        if (l->slot[k].run)
            runner_cancel(l->slot[k].run);
}

static void local_close(struct executor *x)
{
    struct local *l = x->of;
    for (int k = 0; l && k < x->o.jobs; k++)
        runner_finish(l->slot[k].run);
    free(l);
}

static const struct executor_ops executor_local = { "local", false, local_open, local_room, local_start, local_pump,
                                                    local_cancel, local_close };

static const struct executor_ops *ops_of(const char *where)
{
    static const struct executor_ops *const all[] = { &executor_local, &executor_slurm, &executor_ssh };
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) {
        size_t n = strlen(all[k]->name);
        bool named = all[k] == &executor_ssh;
        if (!strncmp(where, all[k]->name, n) && (named ? where[n] == ':' && where[n + 1] : !where[n]))
            return all[k];
    }
    return NULL;
}

int executor_known(const char *where, struct err *e)
{
    return ops_of(where) ? 0 : err_set(e, "There is no executor \"%.80s\". --executor takes local, slurm or "
                                          "ssh:HOST[,HOST2…].", where);
}

struct executor *executor_open(const struct executor_options *o, struct err *e)
{
    const struct executor_ops *ops = ops_of(o->where);
    if (!ops) {
        executor_known(o->where, e);
        return NULL;
    }
    struct executor *x = calloc(1, sizeof *x);
    if (!x) {
        err_set(e, "There is no memory left.");
        return NULL;
    }
    *x = (struct executor){ .ops = ops, .o = *o };
    if (!ops->open(x, e))
        return x;
    executor_close(x);
    return NULL;
}

int executor_room(const struct executor *x)
{
    return x->ops->room(x);
}

int executor_start(struct executor *x, int64_t id, int attempt, const json_t *files, struct err *e)
{
    if (x->ops->start(x, id, attempt, files, e))
        return -1;
    x->underway++;
    return 0;
}

int executor_pump(struct executor *x, int wait_ms, struct err *e)
{
    return x->ops->pump(x, wait_ms, e);
}

int executor_underway(const struct executor *x)
{
    return x->underway;
}

void executor_cancel(struct executor *x)
{
    x->ops->cancel(x);
}

bool executor_stays(const struct executor *x)
{
    return x->ops->stays;
}

void executor_close(struct executor *x)
{
    if (!x)
        return;
    x->ops->close(x);
    free(x);
}
